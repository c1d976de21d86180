// The form of a card, made from the vocabulary of effects that the device sends.
import {html, nothing} from './lit-html.js';
import {t, told} from './texts.js';

/** @type {import('./messages.js').Vocabulary} */
let words = null;
let faults = [];
let edited = () => {};

/** Takes the vocabulary. */
export function setVocabulary(vocabulary) {
  words = vocabulary;
}

export const emptyCard = () => ({code: '', kind: '', name: '', chapter: 1, text: '', effects: [{}]});

const verbOf = (effect) => words.verbs.find((verb) => verb.name === effect.verb);
const whenOf = (effect) => effect.when ?? null;
const isGiven = (value) => value !== undefined && value !== '' && value !== null && value !== false && !(Array.isArray(value) && !value.length);

/** The card as a row: without what is empty, or belongs to another verb. */
export function rowOf(card) {
  const {effects, ...head} = card;
  return {...given({...head, code: head.code.trim()}), effects: effects.map((effect) => effectRow(effect, card.kind))};
}

function effectRow(effect, kind) {
  const when = kind === 'ability' ? null : whenOf(effect);
  const verb = verbOf(effect);
  const row = given({when, verb: effect.verb, ...argumentsOf(effect, verb?.arguments ?? [])});
  if (words.watching.includes(when)) Object.assign(row, given({on: effect.on}));
  if (when === 'final') Object.assign(row, given({only: effect.only}));
  if (words.declining.includes(when) && verb?.can_decline) Object.assign(row, given({optional: effect.optional}));
  return row;
}

function argumentsOf(effect, specs) {
  return Object.fromEntries(specs.map(({name, kind}) => {
    const value = effect[name];
    if (kind === 'where') return [name, value && whereRow(value)];
    if (kind === 'verbs') return [name, (value ?? [{}, {}]).map((way) => given({verb: way.verb, ...argumentsOf(way, verbOf(way)?.arguments ?? [])}))];
    return [name, value];
  }));
}

function whereRow(value) {
  const row = Object.fromEntries(Object.entries(value).filter(([, one]) => one === false || isGiven(one)));
  return Object.keys(row).length ? row : undefined;
}

const given = (row) => Object.fromEntries(Object.entries(row).filter(([, value]) => isGiven(value)));

/**
 * The form.
 * @param {object} card a row, changed in place
 * @param {import('./messages.js').CardChecked|null} checked
 * @param {() => void} change called after each change
 */
export function form(card, checked, change) {
  faults = checked?.faults ?? [];
  edited = change;
  return html`<div class="fields">
    ${field('code', t('Code on the card'), (id, about) => html`<input id=${id} name="code" aria-describedby=${about} maxlength="4" size="6" placeholder="S1" .value=${card.code} @input=${set(card, 'code', (value) => value.toUpperCase())}>`)}
    ${field('kind', t('Kind'), (id, about) => html`<select id=${id} aria-describedby=${about} @change=${set(card, 'kind')}>${choices(words.kinds, card.kind, (one) => told(one.said))}</select>`)}
    ${field('chapter', t('Discovered in chapter'), (id, about) => html`<select id=${id} aria-describedby=${about} @change=${set(card, 'chapter', Number)}>${Array.from({length: words.chapters}, (_, index) => html`<option .selected=${card.chapter === index + 1}>${index + 1}</option>`)}</select>`)}
    ${field('name', t('What you call it'), (id, about) => html`<input id=${id} aria-describedby=${about} maxlength="40" .value=${card.name} @input=${set(card, 'name')}>`, 'is-wide')}</div>
    ${card.kind ? html`${card.effects.map((effect, index) => effectFields(card, effect, index))}
    ${card.kind !== 'ability' && card.effects.length < words.most_effects ? html`<p><button type="button" @click=${() => { card.effects.push({}); edited(); }}>+ ${t('Another effect')}</button></p>` : nothing}` : html`<p class="quiet">${t('Choose the kind of card first.')}</p>`}
    ${field('text', t('Anything to note down besides'), (id, about) => html`<input id=${id} aria-describedby=${about} maxlength="600" .value=${card.text ?? ''} @input=${set(card, 'text')}>`)}`;
}

const set = (object, key, read = (value) => value) => (event) => {
  object[key] = read(event.target.value);
  edited();
};

const numeric = (value) => value === '' ? '' : Number(value);
const optionText = (one) => `${t(one.name)} – ${told(one.said)}`;
const choices = (list, chosen, text = optionText) => html`<option value="" .selected=${!chosen}>${t('choose')}</option>
  ${list.map((one) => html`<option value=${one.name} .selected=${one.name === chosen}>${text(one)}</option>`)}`;

/** A field with its label, its help, and what is wrong with it. */
function field(key, label, control, kind = '') {
  const id = `card-${key.replaceAll('.', '-')}`;
  return html`<div class="field-box ${kind}"><label for=${id}>${label}</label>${control(id, `${id}-fault`)}${faultOf(key, `${id}-fault`)}</div>`;
}

const faultOf = (key, id) => html`<span class="fault" id=${id}>${faults.filter((fault) => fault.key === key || (fault.key.startsWith(`${key}.`) && key.split('.').length > 2)).slice(0, 1).map((fault) => why(fault.why))}</span>`;

/** What is wrong, in the language of the page. */
function why(text) {
  const found = text.match(/^expected (\d+) to (\d+) printable/) ?? text.match(/^expected a whole number from (-?\d+) to (-?\d+)/);
  if (/printable/.test(text) && found) return t('{low} to {high} letters', {low: found[1], high: found[2]});
  if (found) return t('a whole number from {low} to {high}', {low: found[1], high: found[2]});
  if (/letter and a number/.test(text)) return t('a letter and a number, such as S12');
  if (/is missing|says when|needs /.test(text)) return t('something is missing here');
  if (/other than 0/.test(text)) return t('any number but 0');
  if (/does not go with|nothing to choose/.test(text)) return t('that does not go together');
  return text;
}

function effectFields(card, effect, index) {
  const key = `effect.${index}`;
  const isAbility = card.kind === 'ability';
  const when = isAbility ? null : whenOf(effect);
  const verb = verbOf(effect);
  const verbs = words.verbs.filter((one) => isAbility ? one.whens.includes(null) : one.whens.includes(when));
  return html`<fieldset class="effect"><legend>${t('Effect {number}', {number: index + 1})}</legend>
    ${isAbility ? nothing : field(`${key}.when`, t('When'), (id, about) => html`<select id=${id} aria-describedby=${about} @change=${set(effect, 'when')}>${choices(words.whens.filter((one) => one.kinds.includes(card.kind)), effect.when)}</select>`)}
    ${isAbility || when ? field(`${key}.verb`, t('What happens'), (id, about) => html`<select id=${id} aria-describedby=${about} @change=${set(effect, 'verb')}>${choices(verbs, effect.verb)}</select>`) : nothing}
    ${verb && verbs.includes(verb) ? html`${verb.arguments.map((one) => argument(effect, one, key, when))}
      ${words.watching.includes(when) ? mountains(effect, 'on', `${key}.on`, card.kind === 'summit' ? t('On other mountains than the one it lies above') : t('Only on these mountains')) : nothing}
      ${when === 'final' ? field(`${key}.only`, t('Only for'), (id, about) => html`<select id=${id} aria-describedby=${about} @change=${set(effect, 'only')}><option value="">${t('everybody')}</option>${words.only.map((one) => html`<option value=${one} .selected=${one === effect.only}>${t(one)}</option>`)}</select>`) : nothing}
      ${words.declining.includes(when) && verb.can_decline ? check(effect, 'optional', t('The player to move may decline')) : nothing}` : nothing}
    ${faultOf(key, `card-effect-${index}-fault`)}
    ${card.effects.length > 1 ? html`<button type="button" aria-label="${t('Take out')}: ${t('Effect {number}', {number: index + 1})}" @click=${() => { card.effects.splice(index, 1); edited(); }}>${t('Take out')}</button>` : nothing}</fieldset>`;
}

const check = (object, key, label) => html`<label class="check"><input type="checkbox" .checked=${Boolean(object[key])} @change=${(event) => { object[key] = event.target.checked; edited(); }}>${label}</label>`;

/** One argument of a verb, by its kind. */
function argument(effect, spec, key, when) {
  const {name} = spec;
  const path = `${key}.${name}`;
  const label = html`<b>${t(name)}</b> ${told(spec.said)}`;
  const value = effect[name];
  switch (spec.kind) {
    case 'whole':
      return field(path, label, (id, about) => html`<input id=${id} aria-describedby=${about} type="number" min=${spec.low} max=${spec.high} .value=${String(value ?? '')} @input=${set(effect, name, numeric)}>`);
    case 'mountain':
      return field(path, label, (id, about) => html`<select id=${id} aria-describedby=${about} @change=${set(effect, name, numeric)}>
        <option value="">${when ? t('the mountain watched') : t('choose')}</option>${words.mountains.map((one) => html`<option .selected=${one === value}>${one}</option>`)}</select>`);
    case 'word':
      return field(path, label, (id, about) => html`<select id=${id} aria-describedby=${about} @change=${set(effect, name)}><option value="">${spec.required ? t('choose') : '–'}</option>${spec.words.map((one) => html`<option value=${one} .selected=${one === value}>${t(one)}</option>`)}</select>`);
    case 'text':
      return field(path, label, (id, about) => html`<input id=${id} aria-describedby=${about} maxlength="200" .value=${value ?? ''} @input=${set(effect, name)}>`);
    case 'flag':
      return check(effect, name, label);
    case 'perhaps':
      return field(path, label, (id, about) => html`<select id=${id} aria-describedby=${about} @change=${set(effect, name, (one) => one === '' ? undefined : one === 'yes')}>
        ${[['', '–', undefined], ['yes', t('yes'), true], ['no', t('no'), false]].map(([one, text, means]) => html`<option value=${one} .selected=${means === value}>${text}</option>`)}</select>`);
    case 'mountains':
      return mountains(effect, name, path, label);
    case 'steps':
      return several(effect, name, path, label, [0, 1, 2, 3, 4]);
    case 'where':
      effect.where ??= {};
      return html`<details class="where" ?open=${Object.keys(effect.where).length > 0}><summary>${label}</summary>${words.where.map((one) => argument(effect.where, one, path, when))}</details>`;
    case 'verbs':
      effect.of = Array.isArray(effect.of) && typeof effect.of[0] === 'object' ? effect.of : [{}, {}];
      return html`<div class="ways">${effect.of.map((way, index) => wayFields(effect, way, index, `${path}.${index}`, when))}
        <button type="button" ?disabled=${effect.of.length >= words.most_effects} @click=${() => { effect.of.push({}); edited(); }}>+ ${t('Another choice')}</button></div>`;
  }
  return nothing;
}

function wayFields(effect, way, index, key, when) {
  const verbs = words.verbs.filter((one) => one.whens.includes(when) && !['choice', 'no-bump'].includes(one.name));
  return html`<fieldset class="effect"><legend>${t('Choice {number}', {number: index + 1})}</legend>
    ${field(`${key}.verb`, t('What happens'), (id, about) => html`<select id=${id} aria-describedby=${about} @change=${set(way, 'verb')}>${choices(verbs, way.verb)}</select>`)}
    ${(verbOf(way)?.arguments ?? []).map((one) => argument(way, one, key, when))}
    ${effect.of.length > 2 ? html`<button type="button" @click=${() => { effect.of.splice(index, 1); edited(); }}>${t('Take out')}</button>` : nothing}</fieldset>`;
}

const mountains = (object, name, path, label) => several(object, name, path, label, words.mountains);

/** Several numbers out of a few. */
function several(object, name, path, label, numbers) {
  const chosen = Array.isArray(object[name]) ? object[name].filter((one) => typeof one === 'number') : [];
  const toggle = (number) => { object[name] = numbers.filter((one) => chosen.includes(one) !== (one === number)); edited(); };
  return html`<fieldset class="several"><legend>${label}</legend><span class="row">${numbers.map((number) => html`<label class="check"><input type="checkbox" .checked=${chosen.includes(number)} @change=${() => toggle(number)}>${number}</label>`)}</span>${faultOf(path, `card-${path.replaceAll('.', '-')}-fault`)}</fieldset>`;
}
