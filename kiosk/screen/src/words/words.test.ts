import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { adviceOf, type Advice } from '../decisions/advice.ts';
import type { CodeFace, LastTry } from '../model.ts';
import { NOW_MS, drawn, undrawn } from '../testing/models.ts';
import { adviceWords as adviceIn } from './advice-words.ts';
import { checklistWords as checklistIn } from './checklist-words.ts';
import { english } from './english.ts';
import { german } from './german.ts';
import type { Sentence } from './sentence.ts';
import { clockTime, lengthOf as lengthIn, triesAgain as triesAgainIn } from './times.ts';

const now = () => NOW_MS;
const adviceWords = (advice: Advice, at: () => number) => adviceIn(advice, at, english);
const checklistWords = (list: CodeFace['checklist']) => checklistIn(list, english);
const lengthOf = (ms: number) => lengthIn(ms, english.times);
const triesAgain = (atMs: number | null, nowMs: number) => triesAgainIn(atMs, nowMs, english.times);
const read = (sentence: Sentence): string =>
  sentence.map((one) => (typeof one === 'string' ? one : 'mono' in one ? one.mono : one.name)).join('');
const codeFaces = Object.entries({ ...drawn(NOW_MS), ...undrawn(NOW_MS) }).filter(
  ([, { face }]) => face.kind === 'code',
);

/** Every text that a function, list or record of the catalogue holds or gives. */
function texts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(texts);
}
const advisedIn = (words: typeof english) =>
  codeFaces.flatMap(([, { face }]) => texts(adviceIn(adviceOf(face as CodeFace), now, words)));
const all = [english, german].flatMap((words) => [...texts(words), ...advisedIn(words)]);

test('K8: no sentence shouts, begs or says "oops"', () => {
  expect(all.length).toBeGreaterThan(60);
  expect(all.filter((text) => /!|\bplease\b|\boops\b|\bsorry\b|\bbitte\b|\bhoppla\b/i.test(text))).toEqual([]);
});

test('K8: sentences have the typographic apostrophe of the drawings', () => {
  expect(all.filter((text) => /\w'\w/.test(text))).toEqual([]);
});

const loadedWrong = (more: Partial<LastTry>): string => {
  const lastTry: LastTry = {
    atMs: new Date(2026, 0, 1, 9, 5).getTime(),
    url: 'https://menue.lichterfest.example/bar',
    reason: 'url_unreachable',
    error: null,
    httpStatus: null,
    ...more,
  };
  return read(adviceWords({ kind: 'failed', lastTry }, now).paragraphs[0]!);
};

test.each([
  [{ error: 'ERR_NAME_NOT_RESOLVED' }, 'no address was found for menue.lichterfest.example'],
  [{ error: 'ERR_CERT_AUTHORITY_INVALID' }, 'the certificate of menue.lichterfest.example is not valid'],
  [{ error: 'ERR_CONNECTION_REFUSED' }, 'menue.lichterfest.example does not answer'],
  [{ error: 'ERR_TOO_MANY_REDIRECTS' }, 'menue.lichterfest.example redirects in a loop'],
  [{ reason: 'url_load_failed', httpStatus: 404 }, 'menue.lichterfest.example answered with error 404'],
  [{ reason: 'sign_timeout' }, 'menue.lichterfest.example took too long'],
  [{ error: 'ERR_STRANGE' }, 'menue.lichterfest.example does not answer (ERR_STRANGE)'],
  [{ reason: 'url_load_failed' }, 'menue.lichterfest.example answered with an error'],
] as const)('K8: a page that failed with %o is told as: %s', (failure, words) => {
  expect(loadedWrong(failure)).toBe(`09:05. The page did not load: ${words}`);
});

test('K8: a claim that failed for another reason than its page does not blame the page', () => {
  expect(loadedWrong({ reason: null })).toBe('09:05. The service did not complete the claim.');
});

test('K8: after every failed claim the screen says that nothing was claimed', () => {
  const reason = fc.constantFrom('url_unreachable', 'url_load_failed', 'sign_timeout', null);
  fc.assert(
    fc.property(
      reason,
      fc.option(fc.string()),
      fc.option(fc.integer({ min: 100, max: 999 })),
      (why, error, httpStatus) => {
        const lastTry = { atMs: NOW_MS, url: null, reason: why, error, httpStatus };
        const { paragraphs } = adviceWords({ kind: 'failed', lastTry }, now);
        expect(read(paragraphs.at(-1)!)).toBe('The sign was not claimed. Scan again.');
      },
    ),
  );
});

test('K8: advice about a server on a port of its own asks for that port', () => {
  const advice: Advice = { kind: 'no_answer', host: 'signs.example:3000', retryAtMs: null };
  expect(adviceWords(advice, now).steps.map(read)[1]).toBe(
    'If only this sign has the problem, ask the venue’s IT to open outgoing port 3000.',
  );
});

test('K8: a check that waits names the nearest fault, and needs nothing that is there', () => {
  const { checklist } = drawn(NOW_MS)['qr']!.face as CodeFace;
  const waiting = { state: 'waiting' } as const;
  const failed = { state: 'failed' } as const;
  const details = (change: Partial<CodeFace['checklist']>) =>
    checklistWords({ ...checklist, ...change }).map(({ detail }) => detail);
  expect(details({})).toEqual(['Ethernet, cable plugged in', '10.20.4.118', 'answers', 'reached', 'correct']);
  expect(details({ interface: failed, address: waiting, dns: waiting, backend: waiting, clock: waiting })).toEqual([
    'nothing plugged in',
    'waiting for cable or Wi-Fi',
    'waiting for an address',
    'waiting for an address',
    'not checked',
  ]);
  expect(details({ dns: failed, backend: waiting }).slice(2, 4)).toEqual(['no answer', 'waiting for DNS']);
  expect(details({ dns: { state: 'ok', needed: false }, backend: waiting }).slice(2, 4)).toEqual([
    'not needed',
    'checking',
  ]);
  expect(details({ clock: { state: 'warned', offsetMs: 86_400_000 } })[4]).toBe('24 h ahead');
});

test('K8: a length of time is told in its largest unit', () => {
  const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
  const long = [0, minute, 45 * minute, 80 * minute, 3 * hour, day, 2 * day, 30 * day].map((ms) => lengthOf(ms).long);
  expect(long).toEqual([
    '1 minute',
    '1 minute',
    '45 minutes',
    '80 minutes',
    '3 hours',
    '24 hours',
    '2 days',
    '30 days',
  ]);
  expect(lengthOf(-3 * hour)).toEqual({ long: '3 hours', short: '3 h' });
  expect(clockTime(new Date(2026, 10, 22, 7, 2).getTime())).toBe('07:02');
});

test('K8: the countdown to the next try never goes below now', () => {
  expect(triesAgain(NOW_MS + 11_001, NOW_MS)).toBe('Retrying in 12 s.');
  expect(triesAgain(NOW_MS - 5_000, NOW_MS)).toBe('Retrying now.');
  expect(triesAgain(NOW_MS + 300_000, NOW_MS)).toBe('Retrying in 5 minutes.');
  expect(triesAgain(null, NOW_MS)).toBe('Retries automatically.');
});
