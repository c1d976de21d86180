// A new game: who plays, where they sit, their colours, what hints they get, who starts, and by which rules.
import {html, nothing} from './lit-html.js';
import {badge} from './signs.js';
import {ask, changed, isPlayer, state} from './state.js';
import {done} from './app.js';
import {t} from './texts.js';

const EXPANSIONS = [['big-mountain', 'Big Mountain'], ['green-valley', 'Green Valley']];
const SWITCHES = [['must_move', 'Every group has to move'], ['entry_climbs', 'Entered: one step up'], ['free_redeploy', 'Goats may be taken back']];
const MOUNTAINS = [5, 6, 7, 8, 9, 10];
const USUAL_FIELDS = {5: 3, 6: 3, 7: 4, 8: 4, 9: 5, 10: 5};
const HINTS = [['on', 'with hints'], ['after', 'hints after the choice'], ['off', 'without hints']];
let draft = null;
let saga = null;
let from = '';

/** What the device has been told so far; as soon as that changes, the draft follows it. */
function follow() {
  const told = JSON.stringify(state.table.setup);
  if (told === from) return;
  from = told;
  const {names, colours, hints, starts, rules, settings} = state.table.setup;
  const seats = names.map((name, seat) => ({name, colour: colours[seat], hints: hints[seat]}));
  draft = {seats, first: seats[starts], rules: [...rules], settings: structuredClone(settings)};
}

const change = (edit) => { edit(); changed(); };

/** The form; `leave` is offered where there is a game to go back to. */
export function setUp(leave = null) {
  follow();
  const {seats} = draft;
  const {setup} = state.table;
  const switches = SWITCHES.filter(([key]) => isRead(key));
  return html`<form class="card setup" @submit=${begin} autocomplete="off"><h1>${t('New game')}</h1>
    <datalist id="known-names">${setup.known_names.map((name) => html`<option value=${name}></option>`)}</datalist>
    ${seats.map((one, seat) => seatRow(one, seat))}
    <p class="row">
      <button type="button" ?disabled=${seats.length >= setup.most_players} @click=${() => change(() => seats.push({name: '', colour: free()[0], hints: 'on'}))}>+ ${t('Another player')}</button>
      <button type="button" ?disabled=${seats.length < 3} @click=${() => change(() => { if (seats.pop() === draft.first) [draft.first] = seats; })}>− ${t('One player less')}</button></p>
    <label>${t('Who starts')}<select @change=${(event) => change(() => { draft.first = seats[Number(event.target.value)]; })}>
      ${seats.map((one, seat) => html`<option value=${seat} .selected=${one === draft.first}>${nameOf(one, seat)}</option>`)}</select></label>
    <label>${t('Game')}<select @change=${(event) => change(() => { draft.rules = [event.target.value]; })}>
      ${[['base', 'Base game'], ['saga', 'Saga']].map(([key, label]) => html`<option value=${key} .selected=${key === draft.rules[0]}>${t(label)}</option>`)}</select></label>
    ${isSaga() ? needed()?.cardsToLay() ?? nothing : nothing}
    ${isSaga() && !switches.length ? nothing : html`<fieldset><legend>${t('Play with')}</legend>${isSaga() ? nothing : EXPANSIONS.map(([key, label]) => check(t(label), draft.rules.includes(key), (isOn) => {
      draft.rules = ['base', ...EXPANSIONS.map(([one]) => one).filter((one) => (one === key ? isOn : draft.rules.includes(one)))];
    }))}
    ${switches.map(([key, label]) => check(t(label), draft.settings[key] ?? key !== 'must_move', (isOn) => { draft.settings[key] = isOn; }))}</fieldset>`}
    ${isRead('valley_fields') ? fields() : nothing}
    ${isPlayer() ? html`<button class="primary wide">${t('Play')}</button>` : nothing}
    ${leave ? html`<button type="button" @click=${leave}>${t('Cancel')}</button>` : nothing}</form>`;
}

const isSaga = () => draft.rules[0] === 'saga';

/** The part about cards comes when it is asked for. */
function needed() {
  saga ??= import('./saga-setup.js').then((module) => { saga = module; changed(); });
  return saga instanceof Promise ? null : saga;
}

const nameOf = (one, seat) => one.name.trim() || t('Player {number}', {number: seat + 1});
const free = (but = null) => state.table.setup.palette.filter((colour) => !draft.seats.some((one) => one !== but && one.colour === colour));
const isRead = (key) => draft.rules.some((rule) => state.table.setup.reads[rule]?.includes(key));
const check = (label, isOn, set) => html`<label class="check"><input type="checkbox" .checked=${isOn} @change=${(event) => change(() => set(event.target.checked))}>${label}</label>`;

/** A seat: its name, its colour, and a way to change places with the one before. */
function seatRow(one, seat) {
  const {seats} = draft;
  const number = {number: seat + 1};
  return html`<fieldset class="seat"><legend>${t('Seat {number}', number)}</legend><span class="row">
    ${badge(one.colour, one.name.trim()[0]?.toUpperCase() ?? seat + 1)}
    <input maxlength="20" list="known-names" .value=${one.name} placeholder=${t('Player {number}', number)} aria-label=${t('Name of player {number}', number)}
      @input=${(event) => change(() => { one.name = event.target.value; })}>
    <select aria-label=${t('Colour of player {number}', number)} @change=${(event) => change(() => { one.colour = event.target.value; })}>
      ${free(one).map((colour) => html`<option value=${colour} .selected=${colour === one.colour}>${t(colour)}</option>`)}</select>
    <button type="button" ?disabled=${seat === 0} aria-label=${t('Player {number}: a seat forward', number)}
      @click=${() => change(() => { [seats[seat - 1], seats[seat]] = [seats[seat], seats[seat - 1]]; })}>↑</button></span>
    <select class="hints" aria-label=${t('Hints for player {number}', number)} @change=${(event) => change(() => { one.hints = event.target.value; })}>
      ${HINTS.map(([key, label]) => html`<option value=${key} .selected=${key === one.hints}>${t(label)}</option>`)}</select></fieldset>`;
}

/** To which field of the valley the goats of each mountain go. */
function fields() {
  const now = draft.settings.valley_fields ?? USUAL_FIELDS;
  return html`<fieldset><legend>${t('Fields of the valley')}</legend><span class="row">${MOUNTAINS.map((mountain) => html`<label>${mountain}
    <select aria-label=${t('Field of mountain {number}', {number: mountain})} @change=${(event) => change(() => { draft.settings.valley_fields = {...now, [mountain]: Number(event.target.value)}; })}>
      ${state.table.setup.fields.map((points) => html`<option value=${points} .selected=${points === now[mountain]}>${points}</option>`)}</select></label>`)}</span></fieldset>`;
}

async function begin(event) {
  event.preventDefault();
  const {seats, rules} = draft;
  const settings = Object.fromEntries(Object.entries(draft.settings).filter(([key]) => isRead(key)));
  done(await ask('table', {
    do: 'begin', names: seats.map(nameOf), colours: seats.map((one) => one.colour), hints: seats.map((one) => one.hints), rules, settings, ...(isSaga() ? needed()?.chosen() : {}),
    starts: seats.indexOf(draft.first), number: state.game.number,
  }));
}
