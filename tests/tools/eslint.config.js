// @ts-check
// What the files for the browser may use: scenes run in OBS, and the oldest browser in it that is served is Chromium 103.
// And how things may move on air, see motion.js.
//
// TypeScript, which knows the type of everything in our own modules, is given the library of ES2022 for the same end.

import css from "@eslint/css";
import data from "@mdn/browser-compat-data" with { type: "json" };
import esx from "eslint-plugin-es-x";
import * as motion from "./motion.js";

const OLDEST = 103;
const NEWER_YEARS = /** @type {const} */ (["es2023", "es2024", "es2025", "es2026", "esnext"]);

/** @typedef {{version_added: string | false, version_removed?: string, flags?: object[], prefix?: string}} Support */

/** @param {any} feature of MDN's data: whether Chromium 103 has it, plainly */
function isOldEnough(feature) {
  const known = /** @type {Support[]} */ ([feature.__compat.support.chrome].flat());
  return known.some((one) => !one.flags && !one.prefix && !one.version_removed && parseInt(`${one.version_added}`) <= OLDEST);
}

/**
 * Names that every interface which has them got too late. The type of an object is not looked at, so only names of more
 * than one word count: `draw` and `share` are anybody's.
 */
const tooNew = new Map();
for (const [name, one] of Object.entries({ ...data.api, ...data.javascript.builtins })) {
  for (const [part, feature] of Object.entries({ ...one, [name]: one })) {
    const member = part.replace(/_static$/, "");
    if (!feature.__compat || !/^[A-Za-z]+[A-Z][A-Za-z]*$/.test(member)) continue;
    tooNew.set(member, (tooNew.get(member) ?? true) && !isOldEnough(feature));
  }
}

const api = {
  /** @param {any} context */
  create(context) {
    /** @param {any} node */
    const check = (node) => {
      if (tooNew.get(node.name)) context.report({ node, message: `${node.name} is newer than Chromium ${OLDEST}` });
    };
    return {
      MemberExpression: (/** @type {any} */ node) => check(node.property),
      "ObjectPattern > Property": (/** @type {any} */ node) => check(node.key),
      NewExpression: (/** @type {any} */ node) => check(node.callee),
      CallExpression: (/** @type {any} */ node) => check(node.callee),
    };
  },
};

/** Array methods with the same names are old; TypeScript tells the two apart. */
const ofIterators = Object.keys(esx.rules).filter((rule) => rule.startsWith("no-iterator-prototype-"));
const ofArrays = ["no-array-prototype-findlast-findlastindex"]; // of 2023, and in Chromium from 97 on

export default [
  { ignores: ["**/uplot/**"] }, // no scene has a chart
  ...NEWER_YEARS.map((year) => ({ ...esx.configs[`flat/no-new-in-${year}`], files: ["**/*.js"] })),
  {
    files: ["**/*.js"],
    plugins: { chromium: { rules: { api } }, motion: { rules: motion } },
    settings: { "es-x": { aggressive: true } },
    rules: {
      "chromium/api": "error",
      "motion/scripts": "error",
      ...Object.fromEntries([...ofIterators, ...ofArrays].map((rule) => [`es-x/${rule}`, "off"])),
    },
  },
  {
    files: ["**/*.css"],
    plugins: { css, motion: { rules: motion } },
    language: "css/css",
    rules: {
      "motion/styles": "error",
      "no-restricted-syntax": [
        "error",
        { selector: "FeatureRange", message: `@media (a < b) is newer than Chromium ${OLDEST}` },
        { selector: "Rule Rule", message: `a rule in a rule is newer than Chromium ${OLDEST}` },
      ],
      "css/use-baseline": [
        "error",
        {
          // What every browser has had since 2021, and what Chromium had long before the others.
          available: 2021,
          allowProperties: [
            "accent-color",
            "appearance",
            "color-scheme",
            "contain-intrinsic-size",
            "content-visibility",
            "outline",
            "user-select",
          ],
          allowPropertyValues: { "overflow-wrap": ["anywhere"] },
          allowSelectors: ["backdrop", "focus-visible"],
        },
      ],
    },
  },
];
