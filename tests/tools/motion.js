// @ts-check
// Rules for eslint: on air only transform and opacity move, once, and so nothing flashes.

const MOVES = ["opacity", "transform"];
const ALSO_IN_FRAMES = ["animation-timing-function"];
const ALSO_IN_SCRIPTS = ["composite", "easing", "offset"];

/** @param {any} node @returns {any[][]} the parts of a value between its commas */
function parts(node) {
  /** @type {any[][]} */
  const found = [[]];
  for (const child of node.value.children ?? []) {
    if (child.type === "Operator" && child.value === ",") found.push([]);
    else found[found.length - 1]?.push(child);
  }
  return found;
}

/** Of style sheets. */
export const styles = {
  /** @param {any} context */
  create(context) {
    const say = (/** @type {any} */ node, /** @type {string} */ message) => context.report({ node, message });
    return {
      /** @param {any} node */
      "Atrule[name='keyframes'] Declaration"(node) {
        if (![...MOVES, ...ALSO_IN_FRAMES].includes(node.property)) say(node, `${node.property} moves`);
      },
      /** @param {any} node */
      "Declaration[property=/^transition(-property)?$/]"(node) {
        for (const part of parts(node)) {
          const moved = part.find((one) => one.type === "Identifier")?.name;
          if (![...MOVES, "none"].includes(moved)) say(node, `${moved ?? "all"} moves`);
        }
      },
      /** @param {any} node */
      "Declaration[property='animation']"(node) {
        const repeats = (/** @type {any} */ one) => one.type === "Number" || one.name === "infinite";
        if (parts(node).flat().some(repeats) || !node.value.children) say(node, "an animation repeats");
      },
      /** @param {any} node */
      "Declaration[property='animation-iteration-count']"(node) {
        say(node, "an animation repeats");
      },
    };
  },
};

/** Of scripts. */
export const scripts = {
  /** @param {any} context */
  create(context) {
    return {
      /** @param {any} node */
      "CallExpression[callee.property.name='animate']"(node) {
        const [frames, timing] = node.arguments;
        const objects = frames?.type === "ArrayExpression" ? frames.elements : [frames];
        const keys = objects.flatMap((/** @type {any} */ one) => one?.properties ?? [undefined]).map((/** @type {any} */ one) => one?.key?.name);
        for (const key of keys) {
          if (![...MOVES, ...ALSO_IN_SCRIPTS].includes(key)) context.report({ node, message: `${key} moves` });
        }
        if (timing?.properties?.some((/** @type {any} */ one) => one.key?.name === "iterations")) {
          context.report({ node, message: "an animation repeats" });
        }
      },
    };
  },
};
