// A browser that the table does not know yet.
import {html, nothing} from './lit-html.js';
import {ask, changed, connect} from './state.js';
import {t} from './texts.js';

let why = '';
const WHY = {closed: 'The device shows no code at the moment.', wrong: 'That is not the code.', slow: 'Too many tries. Wait a minute.'};

/** The page. */
export function page() {
  const pair = async (event) => {
    event.preventDefault();
    const code = new FormData(event.target).get('code').replace(/\D/g, '');
    const answer = await ask('pair', {code});
    why = answer.result === 'done' ? '' : t(WHY[answer.why] ?? answer.why);
    if (!why) connect();
    changed();
  };
  return html`<form class="card setup" @submit=${pair} autocomplete="off"><h1>${t('This browser is not paired yet')}</h1>
    <p>${t('On the device open the menu (hold OK) and choose “Phone”. Type one of the two codes.')}</p>
    <label>${t('Code')}<input class="code" name="code" inputmode="numeric" pattern="[0-9 ]*" maxlength="8" required></label>
    ${why ? html`<p class="is-bad" role="alert">${why}</p>` : nothing}
    <button class="primary wide">${t('Pair')}</button></form>`;
}
