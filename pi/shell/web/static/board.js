// The mountains, drawn from a position.
import {html, svg, nothing} from './lit-html.js';
import {repeat} from './repeat.js';
import {goat, letters} from './signs.js';
import {t} from './texts.js';

const TOPS = {5: 4, 6: 4, 7: 3, 8: 3, 9: 2, 10: 2};
const NUMBERS = Object.keys(TOPS).map(Number);
const SPACES = Array.from({length: 14}, (_, index) => 11 + index);
const FIELDS = [3, 4, 5];

/** What is where, in the units of the drawing; narrow boards have higher columns. */
function layoutOf(isNarrow, rules) {
  const column = isNarrow ? 100 : 150;
  const step = isNarrow ? 84 : 90;
  const hasBig = rules.includes('big-mountain');
  const hasValley = rules.includes('green-valley');
  const big = hasBig ? (isNarrow ? 172 : 118) : 0;
  const sky = 64;
  const foot = sky + big + 4 * step + 26;
  const stand = foot + 118;
  return {column, step, isNarrow, hasBig, hasValley, sky, big, foot, stand,
    width: column * 6, height: stand + (hasValley ? 74 : 0), goat: isNarrow ? 34 : 40};
}

const middleOf = (layout, number) => layout.column * (NUMBERS.indexOf(number) + 0.5);

/** Where a place lies: the middle of its ledge, and how wide that is. */
function ledgeOf(layout, place) {
  if (place.startsWith('B')) {
    const index = Number(place.slice(1)) - 11;
    const perRow = layout.isNarrow ? 5 : 7;
    const rows = Math.ceil(14 / perRow);
    const row = Math.floor(index / perRow);
    const width = layout.width / perRow;
    return {x: width * (index % perRow + 0.5), y: layout.sky + (rows - row - 0.5) * (layout.big / rows) - 6, room: width - 12};
  }
  if (place.startsWith('V')) {
    const width = layout.width / 3;
    return {x: width * (FIELDS.indexOf(Number(place.slice(1))) + 0.5), y: layout.stand + 36, room: width - 60};
  }
  const [number, step] = place.split('.').map(Number);
  const y = layout.foot - step * layout.step + (step === 0 ? 33 : 0);
  return {x: middleOf(layout, number), y, room: layout.column - (layout.isNarrow ? 8 : 26)};
}

/** Where the goats of a place stand: side by side, in two rows where there is no room. */
function spots(layout, place, count) {
  const ledge = ledgeOf(layout, place);
  const perRow = Math.max(1, Math.floor(ledge.room / (layout.goat * 0.76)));
  const rows = Math.ceil(count / perRow);
  return Array.from({length: count}, (_, index) => {
    const row = Math.floor(index / perRow);
    const inRow = row < rows - 1 ? perRow : count - perRow * (rows - 1);
    const gap = Math.min(layout.goat + 3, ledge.room / Math.max(inRow, 1));
    return {x: ledge.x + (index % perRow - (inRow - 1) / 2) * gap, y: ledge.y + (row - (rows - 1) / 2) * layout.goat * 0.86};
  });
}

/** Follows each goat from position to position, so that it can walk. */
export class Herd {
  #goats = [];
  #position = null;

  /** The goats of a position: {id, seat, place}. */
  follow(position) {
    if (position === this.#position) return this.#goats;
    const isSame = this.#goats.length === position.players.flatMap((player) => player.goats).length;
    const before = isSame ? this.#goats : [];
    this.#goats = position.players.flatMap((player, seat) => {
      const left = [...player.goats];
      const kept = [];
      const homeless = [];
      for (const one of before.filter((goat) => goat.seat === seat)) {
        const index = left.indexOf(one.place);
        if (index >= 0) kept.push({...one, place: left.splice(index, 1)[0]});
        else homeless.push(one);
      }
      for (const one of homeless) {
        const near = left.findIndex((place) => place.split('.')[0] === one.place.split('.')[0]);
        kept.push({...one, place: left.splice(Math.max(near, 0), 1)[0]});
      }
      left.forEach((place) => kept.push({id: `${seat}-${place.split('.')[0]}`, seat, place}));
      return kept;
    });
    this.#position = position;
    return this.#goats;
  }
}

function standing(layout, goats) {
  const byPlace = Map.groupBy ? Map.groupBy(goats, (one) => one.place) : grouped(goats);
  const at = new Map();
  byPlace.forEach((group, place) => {
    const sorted = [...group].sort((a, b) => a.seat - b.seat);
    spots(layout, place, sorted.length).forEach((spot, index) => at.set(sorted[index].id, spot));
  });
  return at;
}

function grouped(goats) {
  const groups = new Map();
  goats.forEach((one) => groups.set(one.place, [...(groups.get(one.place) ?? []), one]));
  return groups;
}

/**
 * The board.
 * @param {object} position in the shape of `goatherd new`
 * @param {Herd} herd
 * @param {object} options `choice`: an option whose effect is drawn; `isNarrow`; `label`
 */
export function board(position, herd, {choice = null, isNarrow = false, label = t('The table'), id = 'board-words'} = {}) {
  const layout = layoutOf(isNarrow, position.rules);
  const goats = herd.follow(position);
  const at = standing(layout, goats);
  const names = letters(position.players);
  const moving = choice ? walks(layout, position, goats, at, choice) : [];
  const leaving = new Set(moving.map((walk) => walk.id));
  return html`<figure class="board" .style=${`max-width:${Math.round(84 * layout.width / layout.height)}vh`}>
    <svg viewBox="0 0 ${layout.width} ${layout.height}" role="img" aria-label=${label} aria-describedby=${id}>
      ${scenery(layout)}
      ${layout.hasBig ? bigMountain(layout) : nothing}
      ${NUMBERS.map((number, index) => mountain(layout, position, number, index))}
      ${(position.cards ?? []).filter((card) => card.lies).map((card) => tile(layout, card))}
      ${layout.hasValley ? valley(layout) : nothing}
      ${bonusRow(layout, position.bonus)}
      <g class="herd">${repeat(goats, (one) => one.id, (one) => {
        const spot = at.get(one.id);
        return svg`<g class="walker ${leaving.has(one.id) ? 'is-leaving' : ''}" .style=${`transform:translate(${spot.x}px,${spot.y}px)`}>
          ${goat(position.players[one.seat].colour, names[one.seat], layout.goat)}</g>`;
      })}</g>
      <g class="preview">${moving.map((walk) => svg`
        <path class="way ${walk.isBumped ? 'bumped' : ''}" d=${walk.way}/>
        <g class="ghost" transform="translate(${walk.x} ${walk.y})">${goat(position.players[walk.seat].colour, names[walk.seat], layout.goat)}</g>`)}
        ${choice ? gains(layout, choice) : nothing}</g>
    </svg>
    <figcaption id=${id} class="sr">${words(position)}</figcaption>
  </figure>`;
}

/** Where goats go, and the lines that show it. */
function walks(layout, position, goats, at, choice) {
  const left = [...goats];
  const moved = choice.moves.map((move) => {
    const index = left.findIndex((one) => one.seat === move.seat && one.place === move.origin);
    return {...left.splice(index, 1)[0], place: move.place, from: move.origin};
  });
  const after = standing(layout, [...left, ...moved]);
  return moved.map((one) => {
    const from = at.get(one.id);
    const to = after.get(one.id);
    const bend = Math.min(60, Math.abs(to.y - from.y) / 2 + 20) * (one.seat === position.to_move ? -1 : 1);
    const way = `M${from.x} ${from.y}C${from.x + bend} ${from.y} ${to.x + bend} ${to.y} ${to.x} ${to.y}`;
    return {...one, ...to, way, isBumped: one.seat !== position.to_move};
  });
}

function gains(layout, choice) {
  const took = choice.facts.filter((fact) => fact.fact === 'took');
  return [...new Set(took.map((fact) => fact.mountain))].map((number) => {
    const points = took.filter((fact) => fact.mountain === number).length * number;
    return svg`<text class="gained" text-anchor="middle" x=${middleOf(layout, number) + 27} y=${layout.stand - 40}>+${points}</text>`;
  });
}

function scenery(layout) {
  const {width, height, foot} = layout;
  const far = Array.from({length: 9}, (_, index) =>
    `${index * width / 8} ${foot - 150 - (index % 2 ? 120 : 10) - (index * 37 % 50)}`).join('L');
  return svg`<defs>
      <linearGradient id="sky" x2="0" y2="1"><stop class="sky-high" offset="0"/><stop class="sky-low" offset="1"/></linearGradient>
      <linearGradient id="rock" x2="0" y2="1"><stop class="rock-high" offset="0"/><stop class="rock-low" offset="1"/></linearGradient>
    </defs>
    <rect fill="url(#sky)" width=${width} height=${height}/>
    <circle class="sun" cx=${width * 0.14} cy="52" r="26"/>
    <path class="far" d="M${far}V${height}H0Z"/>
    <path class="meadow" d="M0 ${foot + 2}Q${width / 4} ${foot - 14} ${width / 2} ${foot + 4}T${width} ${foot - 2}V${height}H0Z"/>`;
}

/** One mountain: its rock with snow, ledges, number and stack of tokens. */
function mountain(layout, position, number, index) {
  const x = middleOf(layout, number);
  const {column, step, foot, stand} = layout;
  const top = TOPS[number];
  const high = foot - top * step;
  const peak = high - 52;
  const half = column * 0.54;
  const ledge = column - (layout.isNarrow ? 10 : 22);
  const count = position.stacks[number];
  const lean = index % 2 ? 8 : -6;
  const low = foot + 44;
  const waist = (high + low) / 2;
  return svg`<g class="mountain m${index % 3}">
    <path class="rock" d="M${x - half} ${low}L${x - half * 0.86} ${waist}L${x - half * 0.6} ${high + 24}L${x - half * 0.34} ${high - 14}L${x + lean} ${peak}L${x + half * 0.42} ${high - 10}L${x + half * 0.68} ${high + 30}L${x + half * 0.84} ${waist + 14}L${x + half} ${low}Z"/>
    <path class="shade" d="M${x + lean} ${peak}L${x + half * 0.42} ${high - 10}L${x + half * 0.68} ${high + 30}L${x + half * 0.84} ${waist + 14}L${x + half} ${low}H${x + half * 0.2}L${x + half * 0.36} ${waist}L${x + half * 0.08} ${high + 34}Z"/>
    <path class="snow" d="M${x - half * 0.5} ${high + 10}L${x - half * 0.34} ${high - 14}L${x + lean} ${peak}L${x + half * 0.42} ${high - 10}L${x + half * 0.56} ${high + 10}L${x + half * 0.3} ${high + 2}L${x + half * 0.1} ${high + 20}L${x - half * 0.12} ${high + 2}L${x - half * 0.3} ${high + 18}Z"/>
    ${Array.from({length: top + 1}, (_, level) => {
      const y = foot - level * step;
      return level === 0
        ? svg`<rect class="ledge at-foot" x=${x - column / 2 + 3} y=${y - 4} width=${column - 6} height="74" rx="18"/>`
        : svg`<rect class="ledge ${level === top ? 'at-top' : ''}" x=${x - ledge / 2} y=${y - 24} width=${ledge} height="48" rx="24"/>`;
    })}
    <g transform="translate(${x} ${stand - 22})" class="stack ${count ? '' : 'is-empty'}">
      ${Array.from({length: Math.min(count, 12)}, (_, index) => svg`<rect class="token" x="8" y=${10 - index * 2.6} width="30" height="4" rx="2"/>`)}
      <circle class="number" cx="-18" r="21"/><text class="number" x="-18" y="8" text-anchor="middle">${number}</text>
      <text class="count" x="23" y=${count ? 4 - Math.min(count, 12) * 2.6 : 5} text-anchor="middle">${count || '–'}</text>
    </g></g>`;
}

/** A summit tile above its mountain. */
function tile(layout, card) {
  const y = layout.foot - TOPS[card.lies] * layout.step - 74;
  return svg`<g class="tile" transform="translate(${middleOf(layout, card.lies)} ${y})"><title>${card.code} ${card.name}</title>
    <rect x="-30" y="-17" width="60" height="34" rx="8"/><text text-anchor="middle" y="7">${card.code}</text></g>`;
}

function bonusRow(layout, bonus) {
  const {width} = layout;
  return svg`<g class="bonus">${bonus.map((points, index) => svg`
    <g transform="translate(${width - 40 - (bonus.length - 1 - index) * 58} 34)">
      <path class="medal" d="M0-22 6.5-8.9 20.9-6.8 10.5 3.4 12.9 17.8 0 11-12.9 17.8-10.5 3.4-20.9-6.8-6.5-8.9Z"/>
      <text text-anchor="middle" y="6">${points}</text></g>`)}</g>`;
}

function bigMountain(layout) {
  const {width, sky, big, foot} = layout;
  return svg`<path class="big" d="M-20 ${foot}L${width * 0.3} ${sky + 30}Q${width * 0.5} ${sky - 40} ${width * 0.7} ${sky + 30}L${width + 20} ${foot}Z"/>
    ${SPACES.map((space) => {
      const {x, y, room} = ledgeOf(layout, `B${space}`);
      const height = layout.isNarrow ? 46 : 44;
      return svg`<rect class="ledge space" x=${x - room / 2} y=${y - height / 2} width=${room} height=${height} rx="10"/>
        <text class="space" x=${x - room / 2 + 6} y=${y - height / 2 + 15}>${space}</text>`;
    })}`;
}

function valley(layout) {
  return FIELDS.map((points) => {
    const {x, y} = ledgeOf(layout, `V${points}`);
    const width = layout.width / 3 - 12;
    return svg`<rect class="field" x=${x - width / 2} y=${y - 30} width=${width} height="60" rx="18"/>
      <text class="field" x=${x - width / 2 + 12} y=${y + 8}>${points}</text>`;
  });
}

/** A place in words. */
export function placeText(place) {
  if (place.startsWith('B')) return t('space {space}', {space: place.slice(1)});
  if (place.startsWith('V')) return t('valley field {points}', {points: place.slice(1)});
  const [number, step] = place.split('.').map(Number);
  const where = step === 0 ? t('foot') : step === TOPS[number] ? t('top') : t('step {step}', {step});
  return `${number} ${where}`;
}

/** The whole board in words. */
function words(position) {
  const goats = position.players.map((player) =>
    t('{name} has a goat on {places}', {name: player.name, places: player.goats.map(placeText).join(', ')}));
  const stacks = NUMBERS.map((number) => `${t('Mountain {number}', {number})}: ${t('tokens left: {count}', {count: position.stacks[number]})}`);
  return [...goats, ...stacks].join('. ');
}

/** All places of a rule set, for correcting. */
export function placesOf(rules) {
  const paths = NUMBERS.flatMap((number) => Array.from({length: TOPS[number] + 1}, (_, step) => `${number}.${step}`));
  const spaces = rules.includes('big-mountain') ? SPACES.map((space) => `B${space}`) : [];
  const fields = rules.includes('green-valley') ? FIELDS.map((points) => `V${points}`) : [];
  return [...paths, ...spaces, ...fields];
}

export {NUMBERS};
