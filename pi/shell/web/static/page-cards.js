// The cards of a pack: looked at, typed in, changed, taken out; each tried on an example board before it is kept.
import {html, nothing} from './lit-html.js';
import {board, Herd} from './board.js';
import {ask, changed, get, isPlayer} from './state.js';
import {done, isNarrow, route, say} from './app.js';
import {emptyCard, form, rowOf, setVocabulary} from './card-form.js';
import {t, told} from './texts.js';

let pack = null;
let draft = null;
let was = null;
let checked = null;
let lies = 9;
let due = 0;
let herds = [];

/** Looks at the pack anew. */
export function enter() {
  pack = null;
  draft = null;
}

/** The page. */
export function page() {
  const name = route()[1] ?? '';
  if (pack?.name !== name) load(name);
  if (pack.why) return html`<p class="waiting">${pack.why} <a href="/saga">${t('Saga')}</a></p>`;
  if (!pack.cards) return html`<p class="waiting">…</p>`;
  return html`<div class="split"><div class="main">${draft ? editor() : list()}</div><div class="side">${draft ? tried() : help()}</div></div>`;
}

async function load(name) {
  pack = {name};
  try {
    const [words, told] = await Promise.all([get('saga/words'), get(`saga/packs/${encodeURIComponent(name)}`)]);
    setVocabulary(words);
    pack = told;
  } catch (error) {
    pack = {name, why: error.message};
  }
  changed();
}

function list() {
  const chapters = [...new Set(pack.cards.map((card) => card.row.chapter))].sort((a, b) => a - b);
  const mayChange = isPlayer() && !pack.is_example;
  return html`<section class="card"><h1>${pack.title}</h1>
    <p class="quiet">${pack.is_example ? t('An example that comes with the program: none of its cards is a card of the game.') : t('The cards that you have discovered.')}</p>
    ${mayChange && !pack.faults.some((fault) => !fault.is_warning) ? html`<p class="row"><button class="primary" @click=${() => edit(emptyCard(), null)}>+ ${t('New card')}</button></p>` : nothing}
    ${pack.faults.length ? html`<ul class="faults">${pack.faults.map((fault) => html`<li class=${fault.is_warning ? 'quiet' : 'is-bad'}>${t('Line {line}', {line: fault.line})}: ${fault.key}: ${fault.message}</li>`)}</ul>` : nothing}</section>
    ${chapters.map((chapter) => html`<section class="card"><h2>${t('Chapter {chapter}', {chapter})}</h2><ul class="cards">${pack.cards.filter((card) => card.row.chapter === chapter).map((card) => html`<li>
      ${cardWords(card)}${mayChange ? html`<p class="row"><button aria-label="${t('Change')}: ${card.row.code}" @click=${() => edit(structuredClone(card.row), card.row)}>${t('Change')}</button>
        <button aria-label="${t('Take out')}: ${card.row.code}" @click=${() => takeOut(card.row)}>${t('Take out')}</button></p>` : nothing}</li>`)}</ul></section>`)}`;
}

/** A card in words. */
export const cardWords = (card) => html`<h3><b class="code-sign ${card.row.kind}">${card.row.code}</b> ${card.row.name} <span class="quiet">${told(card.kind)}${card.lies ? ` · ${t('above {mountain}', {mountain: card.lies})}` : ''}</span></h3>
  ${told(card.sentences).map((sentence) => html`<p>${sentence}</p>`)}${card.row.text ? html`<p class="quiet">${card.row.text}</p>` : nothing}`;

const help = () => html`<section class="card"><h2>${t('How a card is entered')}</h2><ol class="steps">
  <li>${t('Press “New card” and copy code, kind and name from the card.')}</li>
  <li>${t('Choose when something happens, and what; the sentence beside it says what the device has understood.')}</li>
  <li>${t('Look at the example board, then keep the card.')}</li></ol>
  <p class="quiet">${t('What no verb says is done by hand: choose “manual” and write down what to do.')}</p></section>`;

function edit(row, before) {
  draft = row;
  was = before;
  herds = row.effects.map(() => new Herd());
  checked = null;
  check();
  requestAnimationFrame(() => requestAnimationFrame(() => document.querySelector('[name=code]')?.focus()));
}

/** Has the card looked at soon, not with every key. */
function check() {
  changed();
  clearTimeout(due);
  due = setTimeout(async () => {
    if (!draft) return;
    const row = rowOf(draft);
    const answer = await ask('saga/check', {row, lies});
    if (!draft || JSON.stringify(rowOf(draft)) !== JSON.stringify(row)) return;
    checked = answer.result === 'done' ? answer.data : null;
    if (!checked) done(answer);
    changed();
  }, 200);
}

function editor() {
  const isRight = checked && !checked.faults.some((fault) => !fault.is_warning);
  const leave = () => { draft = null; changed(); };
  return html`<form class="card card-form" autocomplete="off" @submit=${keep}><h1>${was ? t('Change {code}', {code: was.code}) : t('New card')}</h1>
    ${form(draft, checked, check)}
    <p class="row"><button class="primary" ?disabled=${!isRight}>${t('Keep the card')}</button><button type="button" @click=${leave}>${t('Cancel')}</button>
      ${checked && !isRight ? html`<span class="quiet">${t('Still to be done: {count}', {count: checked.faults.length})}</span>` : nothing}</p></form>`;
}

async function keep(event) {
  event.preventDefault();
  await write({do: 'write', row: rowOf(draft), was});
}

async function takeOut(row) {
  const back = () => write({do: 'write', row, was: null});
  if (await write({do: 'remove', was: row})) say(t('{code} is taken out.', {code: row.code}), false, {label: t('Undo'), run: back});
}

async function write(command) {
  const answer = await ask(`saga/packs/${encodeURIComponent(pack.name)}`, command);
  if (!done(answer, command.do === 'remove')) return false;
  pack = answer.data;
  draft = null;
  changed();
  return true;
}

/** What the card does on the example board. */
function tried() {
  const effects = checked?.effects ?? [];
  return html`<section class="card" aria-live="polite"><h2>${t('On the example board')}</h2>
    ${draft.kind === 'summit' ? html`<p class="row"><label>${t('The tile lies above')}<select @change=${(event) => { lies = Number(event.target.value); check(); }}>
      ${[9, 7, 5].map((one) => html`<option value=${one} .selected=${one === lies}>${one}</option>`)}</select></label></p>` : nothing}
    ${effects.map((effect, index) => effect ? html`<div class="tried"><p><b>${told(effect.sentence)}</b></p>
      <ul>${told(effect.lines).map((line) => html`<li>${line}</li>`)}</ul>
      ${effect.moves.length ? board(effect.before, herds[index] ??= new Herd(), {choice: {moves: effect.moves, facts: []}, isNarrow: isNarrow(), label: t('On the example board'), id: `tried-${index}`}) : nothing}</div>`
      : html`<p class="quiet">${t('Effect {number} is not complete yet.', {number: index + 1})}</p>`)}</section>`;
}
