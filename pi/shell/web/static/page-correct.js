// Corrections: the dice, a turn played before, the position; each with what follows from it.
import {html, nothing} from './lit-html.js';
import {board, Herd, NUMBERS, placesOf, placeText} from './board.js';
import {die, factSigns, letters} from './signs.js';
import {log} from './sheets.js';
import {ask, changed, isPlayer, state} from './state.js';
import {done, isNarrow} from './app.js';
import {t} from './texts.js';

const herd = new Herd();
const MOST_SHOWN = 12;
let edit = null;

/** Begins afresh. */
export function enter() {
  edit = null;
}

/** The page. */
export function page() {
  const {game} = state;
  if (!game) return html`<p class="waiting">${t('Waiting for the device')}</p>`;
  if (!game.position) return html`<p class="waiting">${t('There is no game to correct.')}</p>`;
  if (!isPlayer()) return html`<p class="waiting">${t('you need to be a player')}</p>`;
  const shown = edit?.preview?.position ?? edit?.position ?? game.position;
  return html`<div class="split"><div class="main">${board(shown, herd, {choice: edit?.kind === 'turn' && !edit.preview ? edit.choices?.[edit.picked] ?? null : null, isNarrow: isNarrow(), label: edit ? t('What follows') : t('The table')})}
      ${edit?.preview ? follows() : nothing}</div>
    <div class="side">${history()}${edit?.kind === 'turn' ? turnEditor() : html`${dice()}${earlier()}`}${edit?.kind === 'turn' ? nothing : positionEditor()}</div></div>`;
}

const send = async (command) => {
  const isDone = done(await ask('table', command), false);
  edit = null;
  changed();
  return isDone;
};

function history() {
  const {game} = state;
  return html`<section class="card"><h2>${t('Take back and make again')}</h2><p class="row">
    <button ?disabled=${!game.can_undo} @click=${() => send({do: 'undo', number: game.number})}>↶ ${t('Take back the last thing')}</button>
    <button ?disabled=${!game.can_redo} @click=${() => send({do: 'redo', number: game.number})}>↷ ${t('Make it again')}</button></p></section>`;
}

/** In the Saga the dice have a goat in place of the 1. */
const FACES = () => [state.game.position.rules.includes('saga') ? 'goat' : 1, 2, 3, 4, 5, 6];

/** Four dice to set by pressing their faces. */
const diceEditor = (faces, set) => html`<div class="dice-editor">${faces.map((face, index) => html`<div role="group" aria-label=${t('Die {number}', {number: index + 1})}><span class="pick">
  ${FACES().map((one) => html`<button aria-pressed=${one === face} aria-label="${t('Die {number}', {number: index + 1})}: ${one}" @click=${() => set(faces.map((old, other) => other === index ? one : old))}>${die(one)}</button>`)}</span></div>`)}</div>`;

function dice() {
  const {game} = state;
  if (game.position.over) return nothing;
  const isOpen = edit?.kind === 'dice';
  const open = () => { edit = {kind: 'dice', faces: game.roll ? [...game.roll] : Array(4).fill(FACES()[0]), number: game.number}; diceChoices(); };
  return html`<section class="card"><h2>${game.roll ? t('The dice of this roll') : t('Enter the roll')}</h2>
    ${isOpen ? html`${diceEditor(edit.faces, (faces) => { edit.faces = faces; diceChoices(); })}
      <h2>${t('What can be done with them')}</h2><ul class="could">${(edit.choices ?? []).map((choice) => html`<li class="signs">${factSigns(choice.facts, game.position)}</li>`)}</ul>
      <p class="row"><button class="primary" @click=${() => send({do: 'dice', dice: edit.faces, number: edit.number})}>${t('Apply')}</button><button @click=${close}>${t('Cancel')}</button></p>`
      : html`<p class="row"><button @click=${open}>${game.roll ? t('Correct the roll') : t('Enter the roll')}</button></p>`}</section>`;
}

/** What could be made of the dice being set: the preview of a correction that only later turns build on. */
async function diceChoices() {
  const mine = edit;
  changed();
  const answer = await ask('options', {turn_number: null, dice: mine.faces, number: mine.number});
  if (edit !== mine) return;
  mine.choices = answer.result === 'done' ? answer.data.slice(0, MOST_SHOWN) : [];
  changed();
}

const close = () => { edit = null; changed(); };

function earlier() {
  const {game} = state;
  const open = (turn) => {
    edit = {kind: 'turn', turn, faces: [...turn.dice], number: game.number, choices: null, picked: null};
    choices();
  };
  return html`<section class="card"><h2>${t('A turn played before')}</h2><p class="quiet">${t('Choose a turn in the list.')}</p>
    ${log(game.turns, game.position, {act: (turn) => html`<button @click=${() => open(turn)} aria-label="${t('Change')}: ${t('Turn {number}', {number: turn.number})}">${t('Change')}</button>`})}</section>`;
}

/** What could have been made of the dice. */
async function choices() {
  const mine = edit;
  Object.assign(mine, {choices: null, picked: null, preview: null});
  changed();
  const answer = await ask('options', {turn_number: mine.turn.number, dice: mine.faces, number: mine.number});
  if (edit !== mine) return;
  if (!done(answer)) { close(); return; }
  mine.choices = answer.data;
  const same = mine.choices.findIndex((one) => JSON.stringify(one.turn) === JSON.stringify(mine.turn.turn));
  if (same >= 0) mine.picked = same;
  changed();
}

async function pick(index) {
  const mine = edit;
  mine.picked = index;
  const answer = await ask('preview', {turn_number: mine.turn.number, dice: mine.faces, turn: mine.choices[index].turn, number: mine.number});
  if (edit !== mine || mine.picked !== index) return;
  if (!done(answer)) { close(); return; }
  mine.preview = answer.data;
  changed();
}

function turnEditor() {
  const {game} = state;
  const names = letters(game.position.players);
  const {turn} = edit;
  return html`<section class="card"><h2>${t('Turn {number}', {number: turn.number})}: ${game.position.players[turn.seat]?.name}</h2>
    ${diceEditor(edit.faces, (faces) => { edit.faces = faces; choices(); })}
    <h2>${t('What was made of them')}</h2>
    <div class="choices short">${(edit.choices ?? []).map((choice, index) => html`<button class="choice" role="radio" aria-checked=${index === edit.picked} @click=${() => pick(index)}>
      <span class="signs">${factSigns(choice.facts, game.position, names)}</span></button>`)}</div>
    <p class="row"><button class="primary" ?disabled=${!edit.preview} @click=${() => send({do: 'change', turn_number: turn.number, dice: edit.faces, turn: edit.choices[edit.picked].turn, number: edit.number})}>${t('Apply')}</button>
      <button @click=${close}>${t('Cancel')}</button></p></section>`;
}

/** What a change comes to: points before and after, and what is lost. */
function follows() {
  const {game} = state;
  const {preview} = edit;
  return html`<section class="card" aria-live="polite"><h2>${t('What follows')}</h2>
    <div class="compare"><span></span><span>${t('Before')}</span><span>${t('After')}</span>${game.sheet.players.map((player, seat) => html`<span>${player.name}</span><b>${player.total}</b><b>${preview.sheet.players[seat].total}</b>`)}</div>
    <p class=${preview.lost ? 'is-bad' : ''}>${preview.lost ? t('{lost} later turns no longer fit and are taken back: {reason}', preview) : t('All later turns still fit.')}</p></section>`;
}

function positionEditor() {
  const {game} = state;
  if (edit?.kind !== 'position') {
    const open = () => { edit = {kind: 'position', position: structuredClone(game.position), number: game.number}; changed(); };
    return html`<section class="card"><h2>${t('The board')}</h2><p class="row"><button @click=${open}>${t('Change')}</button></p></section>`;
  }
  const {position} = edit;
  const set = (change) => { edit.position = structuredClone(position); change(edit.position); changed(); };
  const places = placesOf(position.rules);
  return html`<section class="card"><h2>${t('The board')}</h2>
    ${position.players.map((player, seat) => html`<fieldset><legend><b>${player.name}</b></legend><div class="grid-form">
      ${player.goats.map((goat, index) => html`<label>${t('Goat')} ${index + 1}<select aria-label=${t('Goat {number} of {name}', {number: index + 1, name: player.name})} @change=${(event) => set((draft) => { draft.players[seat].goats[index] = event.target.value; })}>
        ${places.map((place) => html`<option value=${place} ?selected=${place === goat}>${placeText(place)}</option>`)}</select></label>`)}
      ${NUMBERS.map((number) => html`<label>${t('Tokens')} ${number}<input type="number" min="0" max="12" .value=${String(player.tokens[number])} aria-label=${t('Tokens {mountain} of {name}', {mountain: number, name: player.name})}
        @change=${(event) => set((draft) => { const wanted = Math.max(0, Number(event.target.value)); draft.stacks[number] += player.tokens[number] - wanted; draft.players[seat].tokens[number] = wanted; })}></label>`)}</div></fieldset>`)}
    <div class="grid-form">${[15, 12, 9, 6].map((points) => {
      const owner = position.players.findIndex((player) => player.bonus.includes(points));
      return html`<label>${t('Bonus {points} belongs to', {points})}<select @change=${(event) => set((draft) => {
        draft.players.forEach((player) => { player.bonus = player.bonus.filter((one) => one !== points); });
        draft.bonus = draft.bonus.filter((one) => one !== points);
        const seat = Number(event.target.value);
        (seat < 0 ? draft : draft.players[seat]).bonus.push(points);
        [draft, ...draft.players].forEach((one) => one.bonus.sort((a, b) => b - a));
      })}><option value="-1" ?selected=${owner < 0}>${t('nobody')}</option>${position.players.map((player, seat) => html`<option value=${seat} ?selected=${seat === owner}>${player.name}</option>`)}</select></label>`;
    })}
    <label>${t('It is the turn of')}<select @change=${(event) => set((draft) => { draft.to_move = Number(event.target.value); })}>
      ${position.players.map((player, seat) => html`<option value=${seat} ?selected=${seat === position.to_move}>${player.name}</option>`)}</select></label></div>
    <p class="row"><button class="primary" @click=${() => send({do: 'position', position: edit.position, number: edit.number})}>${t('Apply')}</button><button @click=${close}>${t('Cancel')}</button></p></section>`;
}
