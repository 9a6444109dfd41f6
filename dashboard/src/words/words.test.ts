import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { english } from './english.ts';
import { englishAdmin } from './english-admin.ts';
import { englishDevices } from './english-devices.ts';
import { englishInbox } from './english-inbox.ts';
import { englishSecondFactor } from './english-second-factor.ts';
import { englishFirst } from './english-first-sign.ts';
import { englishWall } from './english-wall.ts';
import { german } from './german.ts';
import { germanAdmin } from './german-admin.ts';
import { germanDevices } from './german-devices.ts';
import { germanInbox } from './german-inbox.ts';
import { germanSecondFactor } from './german-second-factor.ts';
import { germanFirst } from './german-first-sign.ts';
import { germanWall } from './german-wall.ts';
import { languageFor, loadWords } from './words.ts';

test.each([
  [['de-AT', 'en'], german],
  [['fr', 'de'], german],
  [['en-GB', 'de'], english],
  [['fr'], english],
  [[], english],
  [['constructor', '__proto__'], english],
])('the browser’s languages %j get the first catalogue that there is', async (languages, catalogue) => {
  expect(await loadWords(languageFor(languages))).toBe(catalogue);
});

/** All that is said, with the words that only some pages have. */
const allEnglish = {
  ...english,
  ...englishWall,
  ...englishFirst,
  ...englishAdmin,
  ...englishDevices,
  ...englishSecondFactor,
  ...englishInbox,
};
const allGerman = {
  ...german,
  ...germanWall,
  ...germanFirst,
  ...germanAdmin,
  ...germanDevices,
  ...germanSecondFactor,
  ...germanInbox,
};

/** How German speaks to a friend. */
const FAMILIAR = /\b(?:du|dich|dir|dein(?:e[mnrs]?)?)\b/i;

/** Every text of a catalogue; of functions what they make of small numbers and names. */
const textsOf = (part: unknown): string[] => {
  if (typeof part === 'string') return [part];
  if (typeof part === 'function') return [String(part(2, 3, 4))];
  return Object.values(part as object).flatMap(textsOf);
};

test.each([allEnglish, allGerman])('$common.language: no text is empty, begs or shouts', (catalogue) => {
  for (const text of textsOf(catalogue)) {
    expect(text.trim()).not.toBe('');
    expect(text).not.toMatch(/!|\b(?:please|bitte|oops|hoppla)\b/i);
    expect(text, 'typographic quotes').not.toMatch(/['"]/);
  }
});

/** The texts of a part of a catalogue, by their paths. */
const byPath = (part: unknown, path = ''): [string, string][] => {
  if (typeof part !== 'object') return [[path, textsOf(part)[0]!]];
  return Object.entries(part as object).flatMap(([key, inside]) => byPath(inside, `${path}.${key}`));
};

test('D6: German has one word for a claim and another for signing in, wherever English has them', () => {
  const inGerman = new Map(byPath(allGerman));
  const wrong = byPath(allEnglish).filter(([path, text]) => {
    const translated = inGerman.get(path)!;
    const isClaim = /\bclaim/i.test(text.replaceAll('/claim', ''));
    if (/anmeld/i.test(translated) && !/\bsign(?:ing|ed)?[ -]in/i.test(text)) return true;
    return isClaim !== /übern(?:ehm|imm|ahm|omm)/i.test(translated);
  });
  expect(wrong).toEqual([]);
});

test('one of several is said as one, in both languages', () => {
  expect(english.wall.headline.quiet(1, 4)).toBe('1 of 4 signs is showing its page.');
  expect(german.wall.headline.quiet(1, 4)).toBe('1 von 4 Schildern zeigt seine Seite.');
  expect(german.wall.headline.quiet(2, 4)).toBe('2 von 4 Schildern zeigen ihre Seite.');
  expect(english.wall.showing(1)).toBe('showing');
  expect(german.wall.showing(1)).toBe('zeigt seine Seite');
  expect(german.wall.showing(2)).toBe('zeigen ihre Seite');
  expect(english.claims.headline.refused(1, 4)).toBe('1 of 4 attempts failed.');
  expect(german.claims.headline.refused(1, 1)).toBe('1 von 1 Versuch ist fehlgeschlagen.');
  expect(german.claims.nothingLead(1)).toBe('Dieser Filter blendet 1 Versuch aus.');
  expect(german.trouble.fields(1)).toBe('Korrigieren Sie ein Feld.');
  expect(german.trouble.fields(2)).toBe('Korrigieren Sie 2 Felder.');
});

test('D6: German speaks to everybody as “Sie”, also where the pages’ scripts did not load', () => {
  const boot = readFileSync(new URL('../adapters/boot.js', import.meta.url), 'utf8');
  for (const text of [...textsOf(allGerman), ...boot.split('\n')]) expect(text).not.toMatch(FAMILIAR);
});

/** Words that the design has replaced (design, “Words”), in English and German. */
const REPLACED = [
  /\bhang(?:s|ing)? (?:this|these|it)\b/i,
  /\bis (?:on|at) it\b|\bbeen at it\b/i,
  /\bservice so:$/,
  /failed in a row/,
  /\bPresent password\b|\bAs the browser\b|Saved, it is/,
  /\bunstet\b/i,
  /\bGesagt\b|\bGetan\b|\bMisslungen\b|\bBild leer\b/i,
  /Protokollstufe|Protokoll holen/,
  /Nach \d+ Schildern ist zu sehen|kommt und geht|kommen und gehen/,
];

/** Words that a reader stumbled over, and second words for one thing. */
const ODD = [
  /\bpresent password\b/i,
  /\banew\b|\bwas often\b|\bdid not come\b|\bthis filter\b.*\bfits?\b|\bfits? this filter\b|\bsigns are used up\b/i,
  /^(?:Operators and admins|Only (?:admins|operators and admins)) (?!can\b)/,
  /\bHört\b.* ab\b|\bUrteile?\b|\bmit etwas darum\b|\bWar oft\b|\bDas war oft\b|\b[Gg]esandt\b|\bbinnen\b/,
  /\bBediener\b|\bZuschauer\b|\bBesitzer\b/,
  /\b[Bb]ewiesen\b|\bersetz(?:en|t)\b.*\bGerät\b|\bGerät ersetz/,
  /\bSchildes\b|\bFassung\b|\bAusgang\b/,
];
test.each([allEnglish, allGerman])(
  'U23: $common.language: no text has an odd word, or a second word for one thing',
  (catalogue) => {
    for (const text of textsOf(catalogue)) for (const word of ODD) expect(text).not.toMatch(word);
  },
);

test('U23: German unregisters a device with another word than it signs out with', () => {
  const unregisters = byPath(allEnglish).filter(([, text]) => /\bunregister/i.test(text));
  const inGerman = new Map(byPath(allGerman));
  expect(unregisters.length).toBeGreaterThan(3);
  const signingOut = /abmeld|meld\w* (?:es|sie) .*\bab\b|abgemeldet/i;
  expect(unregisters.filter(([path]) => signingOut.test(inGerman.get(path)!))).toEqual([]);
});

test('U23: a question about one sign that is not online says so, in both languages', () => {
  expect(allEnglish.wallActions.bulk.askReach(0, 1)).toMatch(/^This sign is not online,/);
  expect(allGerman.wallActions.bulk.askReach(0, 1)).toMatch(/^Dieses Schild ist nicht online\./);
  expect(allEnglish.wallActions.bulk.askReach(0, 2)).toMatch(/^None of these signs is online,/);
  expect(allEnglish.wallActions.bulk.askReach(2, 1)).toContain('Nothing is sent to the other sign,');
});

test('U23: one more sign and one that did not answer are said as one in German', () => {
  expect(allGerman.wallActions.about('Kasse 1', 1)).toContain('und 1 weiteres Schild.');
  expect(allGerman.outages.one.moreSigns(1)).toBe('und 1 weiteres Schild');
  expect(allGerman.wallActions.bulk.unknown(1)).toContain('ob 1 Schild den Befehl erhalten hat.');
  expect(allGerman.outages.one.ended('Kasse 1', 'war offline', '5 min')).toBe('Kasse 1 war offline. Dauer: 5 min.');
});

test('U23: a filter without results names a status that is no adjective as a status', () => {
  const { title } = english.wall.nothing;
  expect(title(english.marks.offline, 'Bars', '')).toMatch(/^No sign is offline in /);
  expect(title(english.marks.content_error, null, '')).toBe('No sign has the status “Content error”.');
  expect(german.wall.nothing.title(german.marks.offline, null, '')).toBe('Kein Schild hat den Status „Offline“.');
});
test.each([allEnglish, allGerman])('U23: $common.language: no text has a word that was replaced', (catalogue) => {
  for (const text of textsOf(catalogue)) for (const word of REPLACED) expect(text).not.toMatch(word);
});
