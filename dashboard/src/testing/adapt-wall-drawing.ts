import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import { lookOf } from '../wall/sign-looks.ts';
import type { WallShot } from './define-wall-shots.ts';

/** What the product says otherwise than the drawing of the wall. */

/** By selector: words of the product in place of those that are drawn. Null: the product has no such thing. */
const SAID: [selector: string, words: string | null][] = [
  // Who was told stands at the outage.
  ['.say .only-wall p', 'The signs went offline within 4 seconds at 19:38:12.'],
  ['.say .only-zone p', 'Offline since 19:38:08: Säule 04 to Säule 09. The other 12 signs are online.'],
  ['.views > .btn', null],
  // In a hall of 240 it takes a quarter of them until they are one cause (contract, section 3).
  ['.say .only-field h1', '<b>63 signs are offline.</b> 60 of the affected signs are in Halle 12.'],
  ['.say .only-field p', 'The signs went offline within 6 seconds at 19:38:12.'],
  ['.say .figure.only-field b', '9,855 of 10,000'],
  ['.lens .hint', 'Press Enter or click to open. Use the arrow keys to move.'],
  // Minutes are what is known of when we were away; nobody tells which signs were heard since, and the words of how many are the product’s.
  ['.away strong', 'Our service was down from 19:41:40 to 19:42:00. Your signs were not the cause.'],
  [
    '.away .quiet',
    'No sign is reported as offline until we have waited for heartbeats for 84 s. 228 of 235 signs have sent a heartbeat again.',
  ],
  ['.rail .only-away', null],
  ['.grp1', null],
  ['.z h3 .only-away', null],
  // A bulk is under way only once somebody sends it.
  ['.prog', null],
  // Of a place: the same words as of all.
  [
    '.card.off .fs span:nth-child(2)',
    '<svg class="g quiet" width="11" height="11"><use href="#u-showing"/></svg>was showing',
  ],
  [
    '.tbl .grow td',
    '<svg class="g alarm" width="13" height="13"><use href="#g-offline"/></svg>&ensp;Outage in Foyer Nord: 6 of 18 signs since 19:38:08',
  ],
  ['.peek dd:nth-of-type(1)', 'seen just now'],
  ['.peek dd:nth-of-type(2)', 'walls.lichterfest.example/bars'],
  ['.peek dd:nth-of-type(3)', 'since 19:36:02'],
  ['.peek dt:nth-of-type(3)', 'Screen blank'],
];

/** The numbers of the chips where ten thousand are drawn; the product has its usual chips there, too. */
const FIELD_CHIPS = ['63', '3', '22', '8', '31', '18', '9,855', '2'];
/** When each row of the table's first cause was heard last. */
const HEARD = ['19:38:12', '19:38:11', '19:38:10', '19:38:08', '19:38:11', '19:38:12'];

/** In the field: a quarter of the hall, and seats that have the letters of their columns. */
const FIELD: [was: string, is: string][] = [
  // Marks of healthy signs lie on whole pixels.
  [
    'x.fillRect(cx-d,cy-d,d*2,d*2)',
    'x.fillRect(Math.round((cx-d+1)*k)/k,Math.round((cy-d+1)*k)/k,Math.round(d*2*k)/k,Math.round(d*2*k)/k)',
  ],
  ["<38?'off'", "<60?'off'"],
  ['Math.min(19,n-3)', 'Math.min(20,n-3)'],
  ['(r===1||r===2)', 'r>=1'],
  ["'BCDEF'", "'DEFGH'"],
];

/** What the rail of the product says of each cause, and which deeds it offers. */
export interface SaidCause {
  /** Null: a folded entry has no mark. */
  mark: string | null;
  title: string;
  age: string;
  text: string;
  wallActions: string[];
}
/** A script that reads them. */
export const SAID_CAUSES = `Array.from(document.querySelectorAll('aside li:has(h3)'), (entry) => ({
  mark: entry.querySelector('h3 [data-mark]')?.dataset.mark ?? null,
  title: (entry.querySelector('h3 button') ?? entry.querySelector('h3')).textContent,
  age: entry.querySelector('h3 > :last-child')?.textContent ?? '',
  text: entry.querySelector('p:not(.sr-only)')?.innerText ?? '',
  deeds: Array.from(entry.querySelectorAll('p ~ div > *'), (deed) => deed.textContent),
}))`;

/** Where the product has what the drawing has elsewhere: the table's columns and the bar of what is chosen, from the left in px, and how high its rows are. */
export interface Placed {
  columns: number[];
  rows: number[];
  bar: number | null;
  peek: { x: number; y: number } | null;
  lens: { x: number; y: number } | null;
  /** The height of a card's picture, and the filters with their numbers. */
  picture: number | null;
  chips: string[];
}
/** A script that reads it. */
export const PLACED = `({
  columns: Array.from(document.querySelectorAll('[role=columnheader]'), (one) => one.getBoundingClientRect().x),
  rows: Array.from(document.querySelectorAll('[role=row]'), (one) => one.getBoundingClientRect().height),
  bar: document.querySelector('[role=toolbar].bg-ink')?.getBoundingClientRect().x ?? null,
  picture: document.querySelector('[role=gridcell] > div')?.getBoundingClientRect().height ?? null,
  chips: Array.from(document.querySelectorAll('nav a:has(b)'), (one) => one.textContent.trim().replace(/\\s+/g, ' ')),
  lens: document.querySelector('[data-lens]')?.getBoundingClientRect().toJSON() ?? null,
  peek: document.querySelector('section.shadow-float:not(.invisible)')?.getBoundingClientRect().toJSON() ?? null,
})`;

/**
 * A script that gives `wall-fill.html` the product's signs, and the words of the product's headings: both have other signs of the same places, and what is
 * compared is how they are laid and drawn. The layout stays the drawing's own.
 */
export const replaceSigns = (rows: readonly SignRow[]): string => `(() => {
  const signs = ${JSON.stringify(rows.map((row) => ({ name: row.name, place: row.location, look: lookOf(row) })))};
  if (signs.some(({ place }, nth) => place !== ev.signs[nth].place)) throw new Error('the drawing has other places');
  ev.signs = signs.map(({ name, place, look }, nth) => ({ ...ev.signs[nth], name, place, s: GLYPH.indexOf(look) }));
  WORD[UNR] = 'Content unreachable';
  // A single sign in trouble counts in a heading at every size.
  ev.n = 0;
  draw();
})()`;

/** A script that puts a picture of a map in place of the drawing's own; what floats stays above it. */
export const mapLaid = (picture: string): string => `(async () => {
  const body = document.querySelector('.body');
  for (const own of document.querySelectorAll('.map, .fieldw canvas')) own.style.visibility = 'hidden';
  const before = document.querySelector('#laid');
  const laid = before ?? new Image();
  laid.id = 'laid';
  laid.src = '${picture}';
  await laid.decode();
  const { left, width, height } = { left: 336, width: body.clientWidth - 336, height: body.clientHeight };
  laid.style.cssText = 'position:absolute;top:0;left:' + left + 'px;width:' + width + 'px;height:' + height + 'px';
  if (!before) body.prepend(laid);
})()`;

/** A script that gives the drawing the product's words first, so that all the rest is compared. */
export const drawnAsSaid = ({ state }: WallShot, causes: SaidCause[], placed: Placed): string => `
  // The verdicts that wait are those of signs of which nobody knows more; those of Foyer Nord were given before.
  for (const node of document.querySelectorAll('.not-away')) node.classList.remove('not-away');
  for (const node of document.querySelectorAll('.p.wait')) node.classList.remove('wait');
  if (${state === 'away'})
    for (const node of document.querySelectorAll('.map .p:not(.unlinked, .alarm)')) node.querySelector('.f3 use').setAttribute('href', '#g-held');
  const chips = document.querySelector('.grp0').innerHTML;
  for (const node of document.querySelectorAll('.filters .only-field, .filters .only-zone')) {
    node.innerHTML = chips;
    if (node.checkVisibility()) node.style.cssText = 'display:inline-flex;align-items:center;gap:2px';
  }
  // A picture is shown whole.
  if (${placed.picture} !== null) for (const shot of document.querySelectorAll('.card .shot')) shot.style.height = ${placed.picture} + 'px';
  // Numbers follow the filter: of a place only its own signs are counted.
  if (${state === 'zone'}) {
    const own = ${JSON.stringify(placed.chips)};
    for (const chip of document.querySelectorAll('.filters .only-zone .chip:has(b)')) {
      const said = chip.textContent.trim().replace(/^[\\d,]+\\s*/, '');
      const is = own.find((one) => one.replace(/^[\\d,]+\\s*/, '') === said);
      if (is) chip.querySelector('b').textContent = /^[\\d,]+/.exec(is)[0];
      else chip.remove();
    }
    for (const line of document.querySelectorAll('.filters .only-zone .sep')) if (!line.previousElementSibling || !line.nextElementSibling?.matches('.chip')) line.remove();
  }
  const field = document.querySelector('.filters .only-field');
  field.lastElementChild.remove();
  for (const [nth, many] of ${JSON.stringify(FIELD_CHIPS)}.entries()) field.querySelectorAll('b')[nth].textContent = many;
  // A device that is prepared is added beside them.
  document.querySelector('.views').style.marginRight = '36px';
  for (const [nth, heard] of ${JSON.stringify(HEARD)}.entries())
    document.querySelectorAll('.tbl tr.a')[nth].cells[6].firstChild.textContent = heard;
  const at = ${JSON.stringify(placed.columns)};
  if (at.length > 0) {
    const table = document.querySelector('.tbl table');
    const cells = Array.from(table.querySelectorAll('col'));
    const widths = cells.map((_, nth) => (nth + 1 < at.length ? at[nth + 1] - at[nth] : 100) + (nth === 0 ? at[0] : 0));
    widths.forEach((width, nth) => (cells[nth].style.width = width + 'px'));
    table.style.cssText += ';table-layout:fixed;width:' + widths.reduce((sum, one) => sum + one, 0) + 'px';
    for (const [nth, row] of Array.from(table.querySelectorAll('tr')).entries())
      for (const cell of row.cells) cell.style.height = ${JSON.stringify(placed.rows)}[nth] + 'px';
  }
  const bar = ${placed.bar};
  if (bar !== null) {
    const bulk = document.querySelector('.bulk');
    Object.assign(bulk.style, { left: bar + 'px', transform: 'none' });
  }
  const [card, lens] = ${JSON.stringify([placed.peek, placed.lens])};
  // What is peeked at has a key that closes it, and as much room for each fact as a word with a mark takes.
  globalThis.placePeek = () => {
    const body = document.querySelector('.body').getBoundingClientRect();
    const field = document.querySelector('.fieldw').getBoundingClientRect();
    if (lens) Object.assign(document.querySelector('.lens').style, { left: lens.x - field.x + 'px', top: lens.y - field.y + 'px' });
    if (card === null) return;
    const peek = document.querySelector('.peek');
    Object.assign(peek.style, { left: card.x - body.x + 'px', top: card.y - body.y + 'px' });
    peek.querySelector('h4').style.marginBottom = '5px';
    peek.querySelector('h4 span').style.marginRight = '24px';
    peek.querySelector('dl').style.gap = '5px 1px';
  };
  // Those that visitors see first.
  const bars = Array.from(document.querySelectorAll('.z')).find((place) => place.textContent.startsWith('Bars')).querySelector('.w');
  bars.append(bars.children[1], bars.firstElementChild);
  for (const [selector, words] of ${JSON.stringify(SAID)})
    for (const node of document.querySelectorAll(selector)) words === null ? node.remove() : (node.innerHTML = words);
  // The gravest first.
  document.querySelector('.rail .only-field').append(document.querySelector('.rail .only-field .grp:nth-child(3)'));
  const causes = ${JSON.stringify(causes)};
  const listed = Array.from(document.querySelectorAll('.grp')).filter((entry) => entry.checkVisibility());
  // Each single sign has an entry of its own (U8).
  while (listed.length > 1 && listed.length < causes.length) {
    const more = listed.at(-1).cloneNode(true);
    listed.at(-1).after(more);
    listed.push(more);
  }
  listed.forEach((entry, nth) => {
    if (!causes[nth]) return;
    const { mark } = causes[nth];
    const drawnMark = entry.querySelector('.t .g');
    if (mark === null) drawnMark?.remove();
    else if (drawnMark) {
      drawnMark.querySelector('use').setAttribute('href', '#g-' + mark);
      drawnMark.setAttribute('class', ['offline', 'content_error', 'blank'].includes(mark) ? 'g alarm' : 'g caution');
    }
    entry.querySelector('.t b').textContent = causes[nth].title;
    for (const [place, words] of [['time', causes[nth].age], ['.d', causes[nth].text]]) {
      const node = entry.querySelector(place);
      if (node) node.textContent = words;
    }
    entry.querySelector('.next')?.remove();
    if (causes[nth].deeds.length === 0) return;
    const deeds = document.createElement('div');
    deeds.className = 'next';
    deeds.style.cssText = 'display:flex;flex-wrap:wrap;gap:4px 16px';
    deeds.innerHTML = causes[nth].deeds.map((deed) => '<a href="#">' + deed + '</a>').join('');
    entry.append(deeds);
  });
  draw = (0, eval)('(' + ${JSON.stringify(FIELD)}.reduce((text, [was, is]) => text.replace(was, is), String(draw)) + ')');
  // On a phone the product has its find field and its views below the strip.
  if (innerWidth < 700) document.querySelector('.filters').style.marginBottom = '63px';
  addEventListener('resize', placePeek);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', placePeek);
  view();
  placePeek();
`;
