// @ts-check
// The stage of a scene: of a fixed size, scaled by one factor to the window. What stands on it stays in the picture.

const stage = /** @type {HTMLElement} */ (document.getElementById("stage"));
const { scale, bg = "", layout, tall } = document.body.dataset;
const [width, height] = tall === undefined ? [1920, 1080] : [1080, 1920];
const asked = Number(scale ?? 1);
const safe = parseFloat(getComputedStyle(stage).getPropertyValue("--safe"));
if (bg) document.body.style.background = bg;

function fit() {
  const filled = layout ? 1 : Math.min(1, asked); // a scene that fills the stage can only be made smaller
  stage.style.setProperty("--fit", String(filled * Math.min(innerWidth / width, innerHeight / height)));
}

addEventListener("resize", fit);
fit();

const sizes = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    const { offsetWidth, offsetHeight, style } = /** @type {HTMLElement} */ (target);
    const room = Math.min((width - 2 * safe) / offsetWidth, (height - 2 * safe) / offsetHeight);
    style.setProperty("--scale", String(Math.min(asked, room)));
  }
});

/**
 * A place on the stage for a widget: at the edge that was asked for, or where the styles of a scene that fills the stage
 * have it.
 * @param {string} name
 */
export function addPlace(name) {
  const place = document.createElement("div");
  place.className = `place place-${name}`;
  if (layout) {
    place.classList.add(`at-${layout}`);
    place.style.setProperty("--scale", String(asked));
    sizes.observe(place);
  }
  stage.append(place);
  return place;
}
