// For every visible text of the page its contrast with what is painted behind it; those below the limit are returned.
// A gradient counts with its worst colour stop, a transparent background as what a video may be: white or black.
(limit) => {
  const parse = (text) => {
    const found = text.match(/rgba?\(([^)]+)\)/g) ?? [];
    return found.map((colour) => colour.match(/[\d.]+/g).map(Number)).map(([r, g, b, a = 1]) => [r, g, b, a]);
  };
  const over = ([r, g, b, a], [x, y, z]) => [r * a + x * (1 - a), g * a + y * (1 - a), b * a + z * (1 - a)];
  const light = (colour) => {
    const [r, g, b] = colour.map((part) => (part /= 255) <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ratio = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
  const behind = (element) => {
    const layers = [];
    for (let at = element; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      const stops = style.backgroundImage.includes("gradient") ? parse(style.backgroundImage) : [];
      const [plain] = parse(style.backgroundColor);
      if (stops.length) layers.push(stops);
      else if (plain && plain[3] > 0) layers.push([plain]);
      if (layers.length && layers[layers.length - 1].every((stop) => stop[3] === 1)) break;
    }
    let colours = [[255, 255, 255], [0, 0, 0]];
    for (const stops of layers.reverse()) colours = stops.flatMap((stop) => colours.map((colour) => over(stop, colour)));
    return colours;
  };
  const bad = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode.textContent.trim();
    const element = walker.currentNode.parentElement;
    if (!text || element.closest("script, noscript, coords, .only-read") || !element.checkVisibility?.()) continue;
    let opacity = 1;
    for (let at = element; at; at = at.parentElement) opacity *= Number(getComputedStyle(at).opacity);
    const [[r, g, b, a]] = parse(getComputedStyle(element).color);
    for (const colour of behind(element)) {
      const value = ratio(over([r, g, b, a * opacity], colour), colour);
      if (value < limit) bad.push(`${text.slice(0, 30)} (${element.className}): ${value.toFixed(2)}`);
    }
  }
  return [...new Set(bad)];
}
