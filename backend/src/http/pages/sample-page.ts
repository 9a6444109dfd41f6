import { createHash } from 'node:crypto';

/**
 * A page for the first sign of a newcomer: one document that loads nothing, so it works under the strictest policy. It
 * has the kiosk's colours (design, tokens), and its sizes are relative to the screen's shorter side.
 */

const STYLE = `
:root { --u: 1vmin; color-scheme: dark; }
* { box-sizing: border-box; margin: 0; }
html, body, main { height: 100%; }
main {
  display: grid; grid-template-rows: auto 1fr auto; padding: calc(7 * var(--u)); overflow: hidden;
  background: #08090a; color: #dfe3de; font-family: "Archivo Variable", Archivo, system-ui, sans-serif;
  font-variant-numeric: tabular-nums; line-height: 1.15;
}
header { display: grid; grid-template-columns: 1fr auto; align-items: baseline; grid-column-gap: calc(6 * var(--u)); }
h1 { font-size: calc(13 * var(--u)); font-weight: 640; letter-spacing: -.02em; }
time { font-size: calc(13 * var(--u)); font-weight: 420; white-space: nowrap; }
.date { grid-column: 1 / -1; margin-top: calc(1.5 * var(--u)); color: #8f9997; font-size: calc(4 * var(--u)); }
ul { align-self: center; padding: 0; list-style: none; }
li {
  display: grid; grid-template-columns: calc(11 * var(--u)) 1fr auto; align-items: center; padding: calc(2.6 * var(--u)) 0;
  border-top: calc(.25 * var(--u)) solid #262d2e; font-size: calc(6.4 * var(--u)); font-weight: 580;
}
li:last-child { border-bottom: calc(.25 * var(--u)) solid #262d2e; }
svg { display: block; width: calc(7 * var(--u)); height: calc(7 * var(--u)); fill: none; stroke: #4cc0a6; stroke-width: 2; }
li span { color: #8f9997; font-size: calc(4 * var(--u)); font-weight: 420; }
footer { display: grid; grid-row-gap: calc(2 * var(--u)); color: #8f9997; font-size: calc(2.8 * var(--u)); }
.track { height: calc(.6 * var(--u)); background: #1a2021; }
.second { height: 100%; background: #4cc0a6; transform-origin: left; }
.second { transform: scaleX(0); }
@media (orientation: portrait) {
  header { grid-template-columns: 1fr; }
  h1 { font-size: calc(12 * var(--u)); }
  time { font-size: calc(22 * var(--u)); }
  li { grid-template-columns: calc(10 * var(--u)) 1fr; font-size: calc(6 * var(--u)); }
  li span { grid-column: 2; }
  footer { font-size: calc(2.6 * var(--u)); }
}
`;

/** Runs the clock, and shows German text if the sign's browser prefers German. */
const SCRIPT = `
var german = /^de/i.test(navigator.language);
var words = {
  title: 'Beispielseite', welcome: 'Willkommen', registration: 'Anmeldung', stage: 'Hauptbühne', food: 'Essen und Trinken',
  hall1: 'Halle 1', hall2: 'Halle 2', upstairs: '1. Stock',
  note: 'Das ist eine Beispielseite des Sign Display Service. Geben Sie dem Schild eine eigene Seite.'
};
if (german) {
  document.documentElement.lang = 'de';
  document.title = words.title;
  document.querySelectorAll('[data-word]').forEach(function (each) { each.textContent = words[each.dataset.word]; });
}
var language = german ? navigator.language : 'en-GB';
var time = document.querySelector('time');
var date = document.querySelector('.date');
var second = document.querySelector('.second');
function tick() {
  var now = new Date();
  time.textContent = now.toLocaleTimeString(language, { hour: '2-digit', minute: '2-digit', hour12: false });
  date.textContent = now.toLocaleDateString(language, { weekday: 'long', day: 'numeric', month: 'long' });
  second.style.transform = 'scaleX(' + (now.getSeconds() + 1) / 60 + ')';
  setTimeout(tick, 1000 - now.getMilliseconds());
}
tick();
`;

const arrow = (path: string): string => `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"/></svg>`;
const place = (path: string, word: string, name: string, whereWord: string, where: string): string =>
  `<li>${arrow(path)}<b data-word="${word}">${name}</b><span data-word="${whereWord}">${where}</span></li>`;

const LEFT = 'M21 12H4M11 5l-7 7 7 7';
const AHEAD = 'M12 21V4M5 11l7-7 7 7';
const RIGHT = 'M3 12h17M13 5l7 7-7 7';

export const SAMPLE_PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sample page</title>
<style>${STYLE}</style>
<main><header><h1 data-word="welcome">Welcome</h1><time></time><p class="date"></p></header>
<ul>
${place(LEFT, 'registration', 'Registration', 'hall1', 'Hall 1')}
${place(AHEAD, 'stage', 'Main stage', 'hall2', 'Hall 2')}
${place(RIGHT, 'food', 'Food and drink', 'upstairs', '1st floor')}
</ul>
<footer><div class="track"><div class="second"></div></div>
<p data-word="note">This is a sample page of the Sign Display Service. Give the sign a page of your own.</p></footer></main>
<script>${SCRIPT}</script>
</html>
`;

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64');

/**
 * The policy allows only the page's own style and script. Any page may frame it, because the page holds no user data
 * and takes no input, and one service can have several origins (localhost, 127.0.0.1, the hosts of a hall's network).
 */
export const SAMPLE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${hashOf(STYLE)}'`,
  `script-src 'sha256-${hashOf(SCRIPT)}'`,
  "base-uri 'none'",
  "form-action 'none'",
  'frame-ancestors *',
].join(';');

export const SAMPLE_ETAG = `"${hashOf(SAMPLE_PAGE).slice(0, 22)}"`;
