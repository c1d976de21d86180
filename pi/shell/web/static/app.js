// The frame round the pages: navigation, messages, and which page is shown.
import {html, nothing, render} from './lit-html.js';
import {changed, connect, onChange, state} from './state.js';
import {symbols} from './signs.js';
import {currentLanguage, speak, t} from './texts.js';
import {boardPage} from './page-board.js';

// Pages that few need at first come when they are asked for.
const LATER = {
  device: () => import('./page-device.js'), aim: () => import('./page-aim.js'),
  games: () => import('./page-games.js'), correct: () => import('./page-correct.js'),
  saga: () => import('./page-saga.js'), cards: () => import('./page-cards.js'), pair: () => import('./page-pair.js'),
};
const PAGES = [['', 'Board'], ['device', 'Device'], ['aim', 'Aim'], ['games', 'Games'], ['correct', 'Correct'], ['saga', 'Saga']];
const loaded = {'': {page: boardPage}};

const wide = matchMedia('(min-width: 44rem)');
/** Whether there is little room. */
export const isNarrow = () => !wide.matches;
wide.addEventListener('change', changed);

let message = null;
let hiding = 0;

/** Says something for a few seconds; `act`: {label, run}. */
export function say(text, isBad = false, act = null) {
  message = {text, isBad, act};
  clearTimeout(hiding);
  hiding = setTimeout(() => { message = null; changed(); }, act ? 12000 : 6000);
  changed();
}

const WHY = {
  offline: 'No connection to the device', 'too many requests': 'too much at a time', 'no-camera': 'the camera gives no picture',
  'not-empty': 'something lies on the tray', moving: 'something moves', dark: 'it is too dark', glare: 'light glares on the tray',
  blurred: 'the picture is blurred', small: 'the picture is too small', sizes: 'the pictures differ in size', 'this browser only watches': 'you need to be a player',
};

/** Tells what became of something asked, unless all is well. Gives back whether it was done. */
export function done(answer, quietly = true) {
  if (answer.result === 'done') {
    if (!quietly) say(t('Done.'));
    return true;
  }
  say(answer.result === 'stale'
    ? t('Somebody else was quicker: the table has gone on. Nothing is lost; look again.')
    : t('This does not go: {why}', {why: t(WHY[answer.why] ?? answer.why)}), true);
  return false;
}

/** The page of the address, and what comes after its name. */
export const route = () => location.pathname.slice(1).split('/');

/** Goes to another page of this app. */
export function go(path) {
  history.pushState(null, '', path);
  changed();
  scrollTo(0, 0);
  document.querySelector('main')?.focus({preventScroll: true});
}

addEventListener('popstate', changed);
document.addEventListener('click', (event) => {
  const link = event.target.closest?.('a[href^="/"]');
  if (!link || link.hasAttribute('download') || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  go(link.getAttribute('href'));
});

function otherTheme() {
  const theme = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
  document.documentElement.dataset.theme = theme;
  try { localStorage.setItem('theme', theme); } catch { /* private windows keep nothing */ }
}

function content(name) {
  if (state.role === 'stranger') name = 'pair';
  else if (!loaded[name] && !LATER[name]) return html`<p class="waiting">${t('There is no such page')}</p>`;
  if (!loaded[name]) {
    loaded[name] = {page: () => html`<p class="waiting">…</p>`};
    LATER[name]().then((module) => { loaded[name] = module; changed(); });
  }
  return loaded[name].page();
}

let last = null;
function draw() {
  const [name] = route();
  if (last !== name) {
    loaded[last]?.leave?.();
    loaded[name]?.enter?.();
    last = name;
  }
  const section = name === 'cards' ? 'saga' : name;
  const label = PAGES.find(([known]) => known === section)?.[1];
  document.title = label ? `${t(label)} · Goatherd` : 'Goatherd';
  render(html`${symbols}
    <a class="skip" href="#main" @click=${(event) => { event.preventDefault(); event.stopPropagation(); document.querySelector('main').focus(); }}>${t('Skip to the page')}</a>
    <header class="bar">
      <a class="brand" href="/"><img src="/icon.svg" alt="" width="28" height="28"> <span>Goatherd</span></a>
      <nav aria-label=${t('Pages')}>${PAGES.map(([path, text]) => html`<a href="/${path}" aria-current=${path === section ? 'page' : nothing}>${t(text)}</a>`)}</nav>
      <span class="tools">
        ${state.role === 'viewer' ? html`<span class="quiet">${t('watching only')}</span>` : nothing}
        <span class="link ${state.isOnline ? 'is-on' : ''}" role="status" title=${state.isOnline ? t('Connected') : t('No connection to the device')}><span class="sr">${state.isOnline ? t('Connected') : t('No connection to the device')}</span></span>
        <button class="tool" aria-label=${t('Language')} @click=${() => { speak(currentLanguage() === 'de' ? 'en' : 'de'); changed(); }}>${currentLanguage() === 'de' ? 'EN' : 'DE'}</button>
        <button class="tool" aria-label=${t('Light or dark')} @click=${otherTheme}>◐</button>
      </span>
    </header>
    ${troubles()}
    <main id="main" tabindex="-1" class="page ${name || 'board'}-page">${content(name)}</main>
    <div class="says" role="status" aria-live="polite">${message ? html`<p class=${message.isBad ? 'is-bad' : ''}>${message.text}
      ${message.act ? html`<button @click=${() => { const {run} = message.act; message = null; changed(); run(); }}>${message.act.label}</button>` : nothing}</p>` : nothing}</div>`, document.getElementById('app'));
  loaded[name]?.drawn?.();
}

function troubles() {
  const list = state.table?.troubles ?? [];
  const isCut = state.role && state.role !== 'stranger' && !state.isOnline && state.table;
  if (!list.length && !isCut) return nothing;
  return html`<div class="troubles" role="alert">${isCut ? html`<p>${t('No connection to the device')}</p>` : nothing}
    ${list.map((one) => html`<p><b>${t(one.device)}</b> ${one.reason}${one.remedy ? `; ${one.remedy}` : ''}</p>`)}</div>`;
}

document.getElementById('app').replaceChildren();
onChange(draw);
draw();
connect();
