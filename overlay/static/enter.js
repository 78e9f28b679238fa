// @ts-check
// A token is handed in here: the server gives the browser a cookie for it, which no script can read.

import { options } from "./boot.js";

const form = document.getElementById("form");
const field = /** @type {HTMLInputElement | null} */ (document.getElementById("token"));
const told = document.getElementById("told");
const to = (form ?? document.body).dataset.to;

const inAddress = location.hash.slice(1);
if (inAddress) history.replaceState(null, "", location.pathname + location.search);

form?.addEventListener("submit", (event) => {
  event.preventDefault();
  if (field?.value.trim()) enter(field.value.trim());
});
form?.querySelector("button")?.removeAttribute("disabled");
document.getElementById("leave")?.addEventListener("click", async () => {
  await post("/leave", {});
  location.reload();
});

if (inAddress) enter(inAddress);
else if (!form) leaveFor(to);

/** @param {string} token */
async function enter(token) {
  say("enter_wait");
  const response = await post("/enter", { token }).catch(() => null);
  // A scene is on the air: it comes in any case, and says no word.
  if (!form) leaveFor(to);
  else if (response?.ok) leaveFor(to ?? ((await response.json()).kind === "control" ? "/control" : "/"));
  else say(response?.status === 403 ? "enter_wrong" : response?.status === 429 ? "enter_too_many" : "enter_failed");
}

/**
 * @param {string} path
 * @param {object} body
 */
function post(path, body) {
  return fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
}

/** @param {string} key */
function say(key) {
  if (told) told.textContent = options.words[key];
}

/**
 * Go to another page of this server, and to no other place.
 * @param {string | undefined} path
 */
function leaveFor(path) {
  const url = new URL(path ?? "/", location.origin);
  if (url.origin === location.origin) location.replace(url);
}
