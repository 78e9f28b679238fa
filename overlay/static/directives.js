// @ts-check
// What lit-html's own directives do with style attributes, which the page's security policy forbids.

import { noChange } from "lit-html";
import { Directive, directive } from "lit-html/directive.js";

class Styles extends Directive {
  /** @param {Record<string, string>} _properties */
  render(_properties) {
    return noChange;
  }

  /**
   * @param {import("lit-html/directive.js").Part} part
   * @param {[Record<string, string>]} properties
   * @override
   */
  update(part, [properties]) {
    const element = /** @type {HTMLElement} */ (/** @type {import("lit-html").AttributePart} */ (part).element);
    for (const [name, value] of Object.entries(properties)) element.style.setProperty(name, value);
    return noChange;
  }
}

/** Set CSS properties of an element: `<i style=${styles({transform: "scaleX(0.5)"})}>`. */
export const styles = directive(Styles);
