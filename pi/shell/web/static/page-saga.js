// The Saga: campaigns with what is to be done now, packs of cards, the chronicle.
import {html, nothing} from './lit-html.js';
import {ask, changed, get, isPlayer, state} from './state.js';
import {done, go, route} from './app.js';
import {currentLanguage, t, told} from './texts.js';

let all = null;
let one = null;
let answer = [];
let typed = '';
let leaving = false;
let seen = 0;
let players = ['', ''];
let fresh = {name: '', pack: ''};

/** Looks anew. */
export function enter() {
  all = null;
  one = null;
}

/** The page. */
export function page() {
  const id = route()[1];
  if (id) return campaign(id);
  one = null;
  if (!all) load();
  return html`<div class="split"><div class="main">${campaigns()}</div><div class="side">${packs()}</div></div>`;
}

async function load() {
  all = {campaigns: [], packs: []};
  try {
    const [list, names] = await Promise.all([get('saga/campaigns'), get('saga/packs')]);
    all = {campaigns: list, packs: names};
    fresh.pack ||= names[0];
  } catch (error) {
    all.why = error.message;
  }
  changed();
}

const packs = () => html`<section class="card"><h2>${t('Packs of cards')}</h2><ul class="cards">${all.packs.map((name) => html`<li><a class="button" href="/cards/${name}">${name}</a>
  ${name === 'sample' ? html`<span class="quiet">${t('an example')}</span>` : nothing}</li>`)}</ul>
  <p class="quiet">${t('Type in what you discover; the device plays along.')}</p></section>`;

function campaigns() {
  return html`<section class="card"><h1>${t('Saga')}</h1>${all.why ? html`<p class="is-bad">${all.why}</p>` : nothing}
    ${all.campaigns.length ? html`<ul class="cards">${all.campaigns.map((each) => html`<li><a class="button" href="/saga/${each.id}">${each.name}</a> <span class="quiet">${told(each.stage)} · ${each.pack}</span></li>`)}</ul>` : html`<p class="quiet">${t('No campaign yet.')}</p>`}</section>
    ${isPlayer() ? html`<form class="card" autocomplete="off" @submit=${begin}><h2>${t('New campaign')}</h2><div class="fields">
      <div class="field-box is-wide"><label for="story-name">${t('What you call it')}</label><input id="story-name" maxlength="40" required .value=${fresh.name} @input=${(event) => { fresh.name = event.target.value; changed(); }}></div>
      <div class="field-box"><label for="story-pack">${t('Pack of cards')}</label><select id="story-pack" @change=${(event) => { fresh.pack = event.target.value; }}>${all.packs.map((name) => html`<option .selected=${name === fresh.pack}>${name}</option>`)}</select></div></div>
      <button class="primary" ?disabled=${!fresh.name.trim()}>${t('Begin')}</button></form>` : nothing}`;
}

async function begin(event) {
  event.preventDefault();
  const told = await ask('saga/campaigns', fresh);
  if (!done(told)) return;
  fresh.name = '';
  take(told.data);
  go(`/saga/${told.data.id}`);
}

/** Takes a campaign as told, with what may be answered. */
function take(campaign) {
  one = campaign;
  leaving = false;
  seen = state.game?.number ?? 0;
  typed = '';
  answer = [];
  const choices = campaign.step?.choices ?? [];
  if (campaign.step?.kind === 'players') players = [...choices.map((choice) => choice.answer), '', ''].slice(0, Math.max(2, choices.length));
  changed();
}

async function look(id) {
  one = {id: Number(id)};
  try {
    take(await get(`saga/campaigns/${encodeURIComponent(id)}`));
  } catch (error) {
    one = {id: Number(id), why: error.message};
    changed();
  }
}

/** The chapter is being played, and the table has gone on: perhaps its game is over. */
async function follow(id) {
  seen = state.game?.number;
  const told = await get(`saga/campaigns/${encodeURIComponent(id)}`).catch(() => null);
  if (told && one?.id === told.id && one.entries !== told.entries) take(told);
}

function campaign(id) {
  if (String(one?.id) !== id) look(id);
  if (one.why) return html`<p class="waiting">${one.why} <a href="/saga">${t('Saga')}</a></p>`;
  if (!one.steps) return html`<p class="waiting">…</p>`;
  if (one.step?.kind === 'play' && seen !== state.game?.number) follow(id);
  const chronicle = `/api/saga/campaigns/${one.id}/chronicle`;
  return html`<div class="split"><div class="main">${now()}</div><div class="side">
    <section class="card"><h2>${t('The steps')}</h2><ol class="guide">${one.steps.map((step) => html`<li class=${`is-${step.state}`} aria-current=${step.state === 'now' ? 'step' : nothing}>${told(step.said)}</li>`)}</ol></section>
    <section class="card"><h2>${t('Where everything is')}</h2>${told(one.keeping).map((line) => html`<p>${line}</p>`)}</section>
    <section class="card"><h2>${t('Chronicle')}</h2><p>${t('Chapters played: {count}', {count: one.chapters})}</p><p class="row">
      <a class="button" href="${chronicle}.html?language=${currentLanguage()}" target="_blank" rel="noopener" @click=${(event) => event.stopPropagation()}>${t('Look at it and print')}</a>
      ${['txt', 'csv', 'json'].map((kind) => html`<a class="button" href="${chronicle}.${kind}?language=${currentLanguage()}" download>${kind.toUpperCase()}</a>`)}</p></section></div></div>`;
}

function now() {
  const {step} = one;
  const head = told(step ? step.asks : one.stage);
  const lines = step ? told(step.lines) : [];
  const isPlay = step?.kind === 'play';
  return html`<form class="card" autocomplete="off" @submit=${(event) => { event.preventDefault(); send({do: 'answer', answer: given()}); }}>
    <p class="kicker">${one.name} · ${told(one.stage)}</p><h1>${head}</h1>
    ${lines.length ? html`<ul class="lines-told">${lines.map((line) => html`<li>${line.replace(/^- /, '')}</li>`)}</ul>` : nothing}
    ${isPlay ? html`<p>${one.game_over ? t('The game is over.') : one.game ? t('The chapter has begun.') : t('Everything is laid out.')}</p>` : nothing}
    ${leaving ? html`<p role="alert">${t('Another game is running. It stays among the games kept, and is not gone on with.')}</p>` : nothing}
    ${isPlayer() && step && !isPlay ? answers(step) : nothing}
    ${isPlayer() ? html`<p class="row">${isPlay && !one.game_over ? playing() : nothing}${step && (!isPlay || one.game_over) ? html`<button class="primary" ?disabled=${!isEnough(step)}>${isPlay ? t('Take the result') : t('Done')}</button>` : nothing}
      <button type="button" ?disabled=${!one.can_undo} @click=${() => send({do: 'undo'})}>↶ ${t('Undo')}</button>
      <button type="button" ?disabled=${!one.can_redo} @click=${() => send({do: 'redo'})}>↷ ${t('Redo')}</button>
      ${step ? nothing : html`<button type="button" @click=${() => send({do: 'anew'})}>${t('Start the story anew')}</button>`}</p>` : nothing}</form>`;
}

/** Begins the chapter's game at the table, or goes on with it; another game is left for it only when that is said again. */
function playing() {
  const play = async (leaves) => {
    const answer = await ask('table', {do: 'chapter', campaign: one.id, leaves, number: state.game.number});
    leaving = answer.why === 'another game is running';
    if (leaving) changed();
    else if (done(answer)) go('/');
  };
  if (leaving) return html`<button type="button" class="primary" @click=${() => play(true)}>${t('Leave it and play the chapter')}</button><button type="button" @click=${() => { leaving = false; changed(); }}>${t('Cancel')}</button>`;
  return html`<button type="button" class="primary" ?disabled=${!state.game} @click=${() => play(false)}>${one.game ? t('Go on playing') : t('Play the chapter')}</button>`;
}

/** What may be answered: names, a number, one of a few, several of a few. */
function answers(step) {
  if (step.kind === 'players') {
    return html`<div class="fields">${players.map((name, seat) => html`<div class="field-box"><label for="player-${seat}">${t('Name of player {number}', {number: seat + 1})}</label>
      <input id="player-${seat}" maxlength="20" .value=${name} @input=${(event) => { players[seat] = event.target.value; changed(); }}></div>`)}</div>
      <p class="row"><button type="button" ?disabled=${players.length >= step.most} @click=${() => { players.push(''); changed(); }}>+ ${t('Another player')}</button>
        <button type="button" ?disabled=${players.length <= step.least} @click=${() => { players.pop(); changed(); }}>− ${t('One player less')}</button></p>`;
  }
  if (step.kind === 'next-page') return html`<div class="field-box"><label for="next-page">${t('Page')}</label><input id="next-page" type="number" min="1" .value=${typed} @input=${(event) => { typed = event.target.value; changed(); }}></div>`;
  const isOne = step.most === 1;
  const toggle = (choice) => { answer = isOne ? [choice] : answer.includes(choice) ? answer.filter((each) => each !== choice) : [...answer, choice]; changed(); };
  return step.choices.length && step.most ? html`<fieldset class="answers"><legend class="sr">${told(step.asks)}</legend>${step.choices.map((choice) => html`<label class="check"><input type=${isOne ? 'radio' : 'checkbox'} name="answer"
    .checked=${answer.includes(choice.answer)} @change=${() => toggle(choice.answer)}>${told(choice.said)}</label>`)}</fieldset>` : nothing;
}

function given() {
  if (one.step.kind === 'players') return players.map((name) => name.trim());
  return one.step.kind === 'next-page' ? [typed] : answer;
}

const isEnough = (step) => step.kind === 'play' || (given().length >= step.least && given().every((each) => each));

async function send(command) {
  const told = await ask(`saga/campaigns/${one.id}`, {...command, entries: one.entries});
  if (done(told)) take(told.data);
  else if (told.result === 'stale') look(one.id);
}
