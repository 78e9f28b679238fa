// @ts-check
// The theme of a scene. The streamer's own one is a file of its own, which counts only while the scene has the theme "own".

const root = document.documentElement;
const own = /** @type {HTMLLinkElement} */ (document.getElementById("own-theme"));
const { themeAsked, themeDefault = "" } = root.dataset;

/**
 * Take the theme that the operator wants, null: the usual one. What the address of the scene asks for goes before.
 * @param {string | null} wanted
 */
export function setTheme(wanted) {
  root.dataset.theme = themeAsked || wanted || themeDefault;
}

function choose() {
  own.media = root.dataset.theme === "own" ? "all" : "not all";
}

new MutationObserver(choose).observe(root, { attributeFilter: ["data-theme"] });
choose();
