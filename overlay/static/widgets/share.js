// @ts-check
// The picture of the game to share: as an SVG from the server, or as a PNG that the browser makes of it.

import { html, render } from "lit-html";

const WIDTH = 1200;
const HEIGHT = 630;

/**
 * @param {HTMLElement} element
 * @param {import("../types.js").Options} options
 * @returns {import("../types.js").Update}
 */
export function mount(element, options) {
  const { words, lang } = options;
  return ({ id }) => {
    const query = new URLSearchParams(location.search);
    query.set("lang", lang);
    const address = `/picture/${encodeURIComponent(id)}.svg?${query}`;
    render(
      html`<button type="button" @click=${() => save(address, `unruh-${id}.png`)}>${words.save_picture}</button>
        <a href=${address} target="_blank">${words.open_picture}</a>`,
      element,
    );
  };
}

/**
 * Save the picture; while the server is away nothing happens.
 * @param {string} address
 * @param {string} name
 */
async function save(address, name) {
  const image = new Image(WIDTH, HEIGHT);
  image.src = address;
  try {
    await image.decode();
  } catch {
    return;
  }
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  canvas.getContext("2d")?.drawImage(image, 0, 0, WIDTH, HEIGHT);
  canvas.toBlob((png) => png && download(png, name), "image/png");
}

/** @param {Blob} file @param {string} name */
function download(file, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
