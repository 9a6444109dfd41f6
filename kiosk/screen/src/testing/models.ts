import type { Checklist, CodeFace, Face, ScreenModel } from '../model.ts';

/** The sign of the drawings: docs/screens/kiosk/ shows every state below beside its drawing. */
export const SIGN_ID = '3f2b8c1e-7d4a-4e9b-9c55-0a1b2c3d4e5f';
const SHORT_CODE = '4QB50C';
const MAC_ADDRESS = 'c8:2a:14:9f:03:1b';
/** The time in pictures: the start of a drift, so that the picture stands where it is drawn. */
export const NOW_MS = 600_000 * 2_992_000;
/** 19:42 in whatever zone the browser is. */
const EVENING = new Date(2026, 10, 22, 19, 42).getTime();
/** So long that no picture sees its clock move. */
const AGES_MS = 1e12;

const IN_ORDER: Checklist = {
  interface: { state: 'ok', link: 'ethernet' },
  address: { state: 'ok', address: '10.20.4.118' },
  dns: { state: 'ok', needed: true },
  backend: { state: 'ok' },
  clock: { state: 'ok' },
};
const WAITING = { state: 'waiting' } as const;
const FAILED = { state: 'failed' } as const;
const NO_ANSWER = { state: 'failed', why: 'no_answer' } as const;

const CODE: CodeFace = {
  kind: 'code',
  qrText: `{"type":"service-sign","version":1,"signId":"${SIGN_ID}","shortCode":"${SHORT_CODE}"}`,
  shortCode: SHORT_CODE,
  claimUrl: null,
  checklist: IN_ORDER,
  host: 'signs.lichterfest.example',
  macAddress: MAC_ADDRESS,
  retryAtMs: null,
  lastTry: null,
  notice: null,
  signId: SIGN_ID,
  appVersion: '2.4.1',
  platform: 'linux x64',
};
const struckOut = (checklist: Partial<Checklist>, more: Partial<CodeFace> = {}): CodeFace => ({
  ...CODE,
  qrText: null,
  checklist: { ...IN_ORDER, clock: WAITING, ...checklist },
  ...more,
});
const blind = { dns: WAITING, backend: WAITING };

const showing = (face: Face): ScreenModel => ({ face, overlay: null, rotation: 0 });
const covering = (face: Face, overlay: ScreenModel['overlay']): ScreenModel => ({ face, overlay, rotation: 0 });
const BLACK = { kind: 'black' } as const;

/** The states that are drawn, by the drawing's name. `nowMs`: what the page's clock says. */
export const drawn = (nowMs: number): Record<string, ScreenModel> => ({
  qr: showing(CODE),
  cable: showing(struckOut({ interface: FAILED, address: WAITING, ...blind })),
  network: showing(struckOut({ address: FAILED, ...blind })),
  dns: showing(struckOut({ dns: FAILED, backend: WAITING })),
  backend: showing(struckOut({ backend: NO_ANSWER }, { retryAtMs: nowMs + 12_000 })),
  clock: showing({ ...CODE, checklist: { ...IN_ORDER, clock: { state: 'warned', offsetMs: -3 * 3_600_000 } } }),
  failed: showing({
    ...CODE,
    lastTry: {
      atMs: EVENING,
      url: 'https://menue.lichterfest.example/bar',
      reason: 'url_unreachable',
      error: 'ERR_NAME_NOT_RESOLVED',
      httpStatus: null,
    },
  }),
  blink: covering(CODE, {
    kind: 'identify',
    shortCode: SHORT_CODE,
    startsAtMs: nowMs + AGES_MS,
    untilMs: nowMs + 2 * AGES_MS,
  }),
  claiming: showing({
    kind: 'claiming',
    shortCode: SHORT_CODE,
    signName: null,
    url: 'https://menu.lichterfest.example/bar',
    leadsTo: null,
    step: 'loading',
    sinceMs: nowMs - 0.21 * AGES_MS,
    timeoutMs: AGES_MS,
  }),
  ready: showing({
    kind: 'ready',
    eventName: 'Lichterfest 2026',
    signName: 'Bar 4 links',
    location: 'Bars, Halle 5 Nordseite',
    message: null,
  }),
  readylong: showing({
    kind: 'ready',
    eventName: 'Lichterfest 2026',
    signName: 'Wegweiser Richtung Halle 5, Foyer Nord, WC und Garderobe (hoch)',
    location: 'Halle 4, Nordseite',
    message: null,
  }),
  update: showing({ kind: 'updating', version: '2.4.2', percent: 64 }),
  clone: showing({ kind: 'quarantined', code: 'clone_quarantined', macAddress: MAC_ADDRESS }),
  first: showing({ kind: 'first_start', checking: false, problem: null }),
});

/** States that are not drawn, in the same language. */
export const undrawn = (nowMs: number): Record<string, ScreenModel> => ({
  claimurl: showing({ ...CODE, claimUrl: 'https://signs.lichterfest.example/claim' }),
  starting: showing(
    struckOut({ interface: WAITING, address: WAITING, ...blind }, { retryAtMs: null, macAddress: null }),
  ),
  nocard: showing(
    struckOut({ interface: FAILED, address: WAITING, ...blind }, { shortCode: null, macAddress: null, signId: '' }),
  ),
  registering: showing(struckOut({ clock: { state: 'ok' } })),
  certificate: showing(struckOut({ backend: { state: 'failed', why: 'certificate' } }, { retryAtMs: nowMs + 12_000 })),
  foreign: showing(struckOut({ backend: { state: 'failed', why: 'other_service' } }, { retryAtMs: nowMs + 12_000 })),
  refused: showing(
    struckOut({ backend: { state: 'failed', why: 'refused', code: 'protocol_unsupported' } }, { retryAtMs: nowMs }),
  ),
  notice: showing({
    ...CODE,
    notice: 'This sign was released, so it has a new code. Scan it to claim the sign.',
  }),
  proved: showing({
    kind: 'claiming',
    shortCode: SHORT_CODE,
    signName: 'Bar 4 links',
    url: 'https://menu.lichterfest.example/bar',
    leadsTo: null,
    step: 'proved',
    sinceMs: nowMs - 4_000,
    timeoutMs: 15_000,
  }),
  readyrtl: showing({
    kind: 'ready',
    eventName: 'مهرجان الأضواء 2026',
    signName: 'بار 4 يسار',
    location: 'القاعة 5، الجهة الشمالية',
    message: null,
  }),
  readylongest: showing({
    kind: 'ready',
    eventName: 'Lichterfest 2026',
    signName: 'Wegweiser Richtung Halle 5, Foyer Nord, WC und Garderobe '.repeat(4).slice(0, 200),
    location: 'Halle 4, Nordseite, neben dem Aufzug '.repeat(6).slice(0, 200),
    message: 'Back at 18:00.',
  }),
  conflict: showing({ kind: 'quarantined', code: 'identity_conflict', macAddress: MAC_ADDRESS }),
  find: covering(BLACK, {
    kind: 'identify',
    shortCode: SHORT_CODE,
    startsAtMs: nowMs + AGES_MS,
    untilMs: nowMs + 2 * AGES_MS,
  }),
  release: covering(BLACK, { kind: 'release', problem: null }),
  releasewrong: covering(BLACK, { kind: 'release', problem: 'wrong_code' }),
  restarting: showing({ kind: 'restarting', what: 'app' }),
  restartingdevice: showing({ kind: 'restarting', what: 'device' }),
  firstwrong: showing({ kind: 'first_start', checking: false, problem: 'no_answer' }),
  firstchecking: showing({ kind: 'first_start', checking: true, problem: null }),
  black: showing(BLACK),
});
