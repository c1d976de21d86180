// A single game of the Saga in the form for a new game: which pack, and which of its cards lie beside the board.
import {html, nothing} from './lit-html.js';
import {ask, changed, get, state} from './state.js';
import {t, told} from './texts.js';

const MOUNTAINS = [9, 7, 5];
ask('saga/look-up', {do: 'look-up'});
let known = null;
let pack; // undefined before one is taken
let laid = new Map();
let isChosen = false;
let from = '';

const laidIn = (name) => state.table.setup.packs.find((one) => one.name === name)?.laid ?? [];
const packs = () => [...state.table.setup.packs].sort((a, b) => a.is_example - b.is_example);

/** Takes a pack, all of it laid as the device would; null for none. */
async function take(name) {
  pack = name;
  from = laidIn(name).join();
  laid = new Map(laidIn(name).map((word) => word.split('@')).map(([code, mountain]) => [code, Number(mountain ?? 0)]));
  known = name === null ? [] : null;
  changed();
  if (name === null) return;
  try {
    const {cards} = await get(`saga/packs/${encodeURIComponent(name)}`);
    if (pack === name) known = cards;
  } catch {
    if (pack === name) known = [];
  }
  changed();
}

/** Lays a card, or takes it away; a tile sends away the one that lies above its mountain. */
function lay(code, mountain) {
  if (mountain) laid.forEach((other, one) => other === mountain && laid.delete(one));
  if (mountain === null) laid.delete(code);
  else laid.set(code, mountain);
  changed();
}

/** What the command to begin needs besides. */
export const chosen = () => (!pack ? {} : {pack, cards: [...laid].map(([code, mountain]) => (mountain ? `${code}@${mountain}` : code))});

/** The part of the form. */
export function cardsToLay() {
  const first = packs().find((one) => !one.is_example)?.name ?? null;
  const wanted = isChosen ? pack : first;
  if (pack !== wanted || from !== laidIn(wanted).join()) take(wanted); // packs may be told of late, or have other cards
  const hasOwn = packs().some((one) => !one.is_example);
  return html`<p class="quiet">${t('One game by itself. A story over ten chapters is begun and gone on with under')} <a href="/saga">${t('Saga')}</a>.</p>
    <label>${t('Pack of cards')}<select @change=${(event) => { isChosen = true; take(event.target.value || null); }}>
      ${packs().map((one) => html`<option value=${one.name} .selected=${one.name === pack}>${one.name}${one.is_example ? ` (${t('an example')})` : ''}</option>`)}
      <option value="" .selected=${!pack}>${t('Without cards')}</option></select></label>
    ${hasOwn ? nothing : html`<p class="quiet">${t('There is no pack of yours yet: type in what you have discovered under')} <a href="/cards/discovered">${t('Packs of cards')}</a>.</p>`}
    ${known?.length ? html`<fieldset class="laid"><legend>${t('Cards that lie beside the board')}</legend>${known.map(cardRow)}</fieldset>` : nothing}`;
}

function cardRow({row, kind}) {
  const words = html`<span><b class="code-sign">${row.code}</b> ${row.name} <span class="quiet">${told(kind)}</span></span>`;
  if (row.kind !== 'summit') {
    return html`<label class="check"><input type="checkbox" .checked=${laid.has(row.code)} @change=${(event) => lay(row.code, event.target.checked ? 0 : null)}>${words}</label>`;
  }
  return html`<label class="check">${words}<select @change=${(event) => lay(row.code, Number(event.target.value) || null)}>
    <option value="" .selected=${!laid.has(row.code)}>–</option>
    ${MOUNTAINS.map((one) => html`<option value=${one} .selected=${laid.get(row.code) === one}>${t('above {mountain}', {mountain: one})}</option>`)}</select></label>`;
}
