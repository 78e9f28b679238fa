// @ts-check
// What is being corrected: the game, the form of the act, the reason, and what it would change. What is typed stays until
// it is confirmed or something else is chosen.

import { html, nothing, render } from "lit-html";
import { keyed } from "lit-html/directives/keyed.js";
import { fill } from "../format.js";
import { actOf, actsOn, fieldsOf } from "./arbiter_forms.js";
import { correctedMark, countedText, field, pair, placeText, select } from "./arbiter_parts.js";
import { fasterOnes, trialOf } from "./arbiter_trial.js";

/** @typedef {import("../arbiter_types.js").Known} Known */
/** @typedef {import("../arbiter_types.js").Game} Game */
/** @typedef {import("../arbiter_types.js").Unfit} Unfit */

/**
 * @param {HTMLElement} element
 * @param {import("../types.js").Options} options
 * @returns {import("../arbiter_types.js").Update}
 */
export function mount(element, options) {
  const { words, lang } = options;
  /** @type {Known["subject"]} */
  let before = null;
  let act = "";
  let outcome = "white_wins";
  let wrong = "";
  /** @type {Known} */
  let known;

  return update;

  function update(/** @type {Known} */ now) {
    known = now;
    if (known.subject !== before) [before, act, outcome, wrong] = [known.subject, "", "white_wins", ""];
    render(known.event && known.subject ? keyed(known.subject, panel()) : html`<p class="muted">${words.arbiter_choose}</p>`, element);
  }

  function panel() {
    const { subject, event } = known;
    if (!subject || !event) return nothing;
    if (subject.kind === "names") return html`<h2>${words.act_names}</h2>${form("names", null)}`;
    if (subject.kind === "undo") {
      const made = event.corrections.find(({ number }) => number === subject.number);
      return html`<h2>${fill(words.act_undo ?? "", { n: subject.number })}</h2><p><bdi>${made?.text[lang]}</bdi></p>${form("undo", null)}`;
    }
    const game = event.games.find(({ id }) => id === subject.id);
    if (game) return aboutGame(game);
    const unfit = event.unfit.find(({ id }) => id === subject.id);
    return html`<h2 class="game-title">${unfit ? pair(unfit) : subject.id}</h2>
      ${record(subject.id)}
      <p class="muted">${words.arbiter_unfit_hint}</p>
      ${form("place", null)}`;
  }

  /** @param {Game} game */
  function aboutGame(game) {
    const acts = actsOn(game);
    if (!acts.includes(act)) act = acts[0] ?? "";
    const name = (/** @type {string} */ code) => (code === "void" ? words.outcome_void : words[`act_${code}`]);
    return html`<h2 class="game-title">${pair(game)}</h2>
      <p class="game-about">${[game.id, placeText(game, options)].filter(Boolean).join(" · ")} ${game.corrected ? correctedMark(options) : nothing}</p>
      <dl class="counted">
        <dt>${words.arbiter_fact}</dt>
        <dd>${countedText(game.fact, options)}</dd>
        <dt>${words.arbiter_counts}</dt>
        <dd>${game.excluded ? words.arbiter_excluded : countedText(game.counts, options)}</dd>
      </dl>
      ${record(game.id)}
      ${game.complete ? nothing : html`<p class="muted">${words.arbiter_no_record}</p>`}
      ${field(words.arbiter_what, select("act", acts.map((code) => [code, name(code)]), act, (value) => set(() => (act = value))))}
      ${form(act, game)}`;
  }

  /** @param {string} id */
  function record(id) {
    return html`<p><a class="record" href="/game/${encodeURIComponent(id)}?lang=${lang}" target="_blank">${words.arbiter_record}</a></p>`;
  }

  /** @param {string} code @param {Game | null} game */
  function form(code, game) {
    const { event, trial } = known;
    if (!event) return nothing;
    const chose = (/** @type {string} */ value) => set(() => (outcome = value));
    return html`<form @submit=${(/** @type {SubmitEvent} */ event) => submit(event, code)} @input=${() => trial && known.drop()}>
        <div class="fields">${keyed(code, html`${fieldsOf(code, game, event, outcome, chose, options)}`)}</div>
        ${field(words.field_why, html`<textarea name="why" rows="2" maxlength="500" required></textarea>`)}
        ${wrong ? html`<p class="wrong" role="alert">${fill(words.arbiter_points ?? "", { text: wrong })}</p>` : nothing}
        ${trial ? nothing : html`<button class="act is-main" aria-busy=${known.busy}>${words.arbiter_try}</button>`}
      </form>
      ${fasterOnes(known.between, options)} ${trialOf(known, options)}`;
  }

  /** @param {SubmitEvent} event @param {string} code */
  function submit(event, code) {
    event.preventDefault();
    const { subject } = known;
    const data = new FormData(/** @type {HTMLFormElement} */ (event.target));
    wrong = "";
    try {
      const said = subject?.kind === "undo" ? { act: code, number: subject.number } : actOf(code, subject && "id" in subject ? subject.id : "", data);
      known.attempt(said, String(data.get("why")));
    } catch (error) {
      wrong = /** @type {Error} */ (error).message;
      update(known);
    }
  }

  /** Choose otherwise: what was tried holds no longer. @param {() => void} change */
  function set(change) {
    change();
    known.drop();
  }
}
