// @ts-check
// What the file of the loader does: it waits for the server without a word, and shows the scene while that is alive.
// It stands inside that file and is all there is while no server runs, so it imports nothing.

(() => {
  const FIRST_WAIT_MS = 250;
  const LONGEST_WAIT_MS = 3_000;
  const TICK_MS = 1_000;
  /** How often a scene may leave the question unanswered whether it is alive. */
  const PATIENCE = 10;
  /** How often right after it was loaded; then all of its scripts have run, or never will. */
  const LOADED_PATIENCE = 2;

  /** @type {HTMLIFrameElement | null} */
  let frame = null;
  let tries = 0;
  let patience = 0;

  function load() {
    frame = document.createElement("iframe");
    frame.sandbox.add("allow-scripts", "allow-same-origin");
    frame.src = document.body.dataset.address ?? "";
    frame.addEventListener("load", () => {
      hide(LOADED_PATIENCE); // whatever was loaded, perhaps the browser's own page of an error
      ask();
    });
    patience = PATIENCE;
    document.body.append(frame);
  }

  function ask() {
    frame?.contentWindow?.postMessage("unruh: alive?", "*");
  }

  /** @param {number} until how many questions may now stay unanswered */
  function hide(until) {
    frame?.classList.remove("is-alive");
    patience = until;
  }

  function again() {
    frame?.remove();
    frame = null;
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(tries, 10));
    tries += 1;
    setTimeout(load, wait * (0.5 + Math.random() / 2));
  }

  addEventListener("message", ({ source, data }) => {
    if (!frame || source !== frame.contentWindow) return;
    if (data === "unruh: alive") {
      frame.classList.add("is-alive");
      patience = PATIENCE;
      tries = 0;
    }
    if (data === "unruh: leaving") hide(PATIENCE);
  });

  setInterval(() => {
    if (!frame) return;
    patience -= 1;
    if (patience < 0) again();
    else ask();
  }, TICK_MS);

  load();
})();
