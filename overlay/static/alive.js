// @ts-check
// Tells the file of the loader, which has the scene in a frame, that the scene is there. Nothing else is told to anybody.

import "./scene.js";

/** @param {string} what */
function tell(what) {
  parent.postMessage(`unruh: ${what}`, "*");
}

if (parent !== window) {
  document.fonts.ready.then(() => {
    addEventListener("message", ({ source, data }) => {
      if (source === parent && data === "unruh: alive?") tell("alive");
    });
    addEventListener("beforeunload", () => tell("leaving"));
    tell("alive");
  });
}
