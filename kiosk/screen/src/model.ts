import { either, flag, nullable, number, object, oneOf, text, type Checked } from './value-checks.ts';

/**
 * All that the sign's own screens show (promise K8): the main process sends the whole model whenever a part of it changes, and the screen draws it. It
 * says what is the case; which sentences that makes is decided by the screen, and all of its words are in `words/`. Every time is in milliseconds of the
 * machine's own clock (`Date.now()`).
 */

/** Far from what any calendar holds, so that no sum of two times leaves the safe integers. */
const time = number(0, 1e14);
/** Names, hosts, codes: as long as the contract lets a name be, counted in UTF-16 units. */
const line = text(500);
const address = text(2_048);
const word = <const Word extends string>(name: Word) => oneOf(name);

const passed = object({ state: word('ok') });
const failed = object({ state: word('failed') });
/** Not known yet: it needs an earlier line of the list, or is being asked. */
const waiting = object({ state: word('waiting') });

/** What stands between this machine and the service, nearest first. */
const checklist = object({
  interface: either(object({ state: word('ok'), link: oneOf('ethernet', 'wifi', 'other') }), failed, waiting),
  address: either(object({ state: word('ok'), address: line }), failed, waiting),
  /** `needed`: false where the service's address is a number, so that nobody has to look it up. */
  dns: either(object({ state: word('ok'), needed: flag }), failed, waiting),
  backend: either(
    passed,
    /** `other_service`: something answers that is not ours. `refused`: ours, with the code of its refusal. */
    object({ state: word('failed'), why: oneOf('no_answer', 'certificate', 'other_service') }),
    object({ state: word('failed'), why: word('refused'), code: line }),
    waiting,
  ),
  /** `offsetMs`: this machine's clock less the server's, so a clock that is behind has a negative one. */
  clock: either(passed, object({ state: word('warned'), offsetMs: number(-1e14, 1e14) }), waiting),
});
export type Checklist = Checked<typeof checklist>;

/** The claim that failed last, until the next one begins. `reason`: null where the page was not what failed. */
const lastTry = object({
  atMs: time,
  url: nullable(address),
  reason: nullable(oneOf('url_unreachable', 'url_load_failed', 'sign_timeout')),
  /** As Chromium names it, without `net::` (`ERR_NAME_NOT_RESOLVED`). */
  error: nullable(line),
  httpStatus: nullable(number(100, 999)),
});
export type LastTry = Checked<typeof lastTry>;

const code = object({
  kind: word('code'),
  /** What the QR encodes. Null: no claim can work now, and the screen draws a struck-out pattern that encodes nothing. */
  qrText: nullable(text(500)),
  /** Six characters, without a space. Null: without a network card there is no code yet. */
  shortCode: nullable(text(6)),
  /** Where a person types the code (`sign:config`); null where that is not known. */
  claimUrl: nullable(address),
  checklist,
  /** The service's host, with its port where it is not the usual one. */
  host: line,
  macAddress: nullable(line),
  /** When the backend is tried next; null where that is not known. */
  retryAtMs: nullable(time),
  lastTry: nullable(lastTry),
  /** Why an unclaimed sign is one, in the agent's words ("This sign was released …"). */
  notice: nullable(text(2_000)),
  signId: line,
  appVersion: line,
  /** "linux x64" */
  platform: line,
});
export type CodeFace = Checked<typeof code>;

const claiming = object({
  kind: word('claiming'),
  shortCode: text(6),
  signName: nullable(line),
  /** The page to prove; null for a claim without one. */
  url: nullable(address),
  /** The host where the page leads, with its port; null if it is the URL's own, or not known. */
  leadsTo: nullable(address),
  /** The step under way. Those before it are done. */
  step: oneOf('asked', 'loading', 'proved', 'claimed'),
  /** When loading began, and how long it may take. */
  sinceMs: time,
  timeoutMs: number(1, 1e12),
});
export type ClaimingFace = Checked<typeof claiming>;

/** A claimed sign without a page. `message`: the setting `idleMessage`. */
const ready = object({
  kind: word('ready'),
  eventName: nullable(line),
  signName: line,
  location: nullable(line),
  message: nullable(text(1_000)),
});
export type ReadyFace = Checked<typeof ready>;

const quarantined = object({
  kind: word('quarantined'),
  code: oneOf('clone_quarantined', 'identity_conflict'),
  macAddress: nullable(line),
});
export type QuarantinedFace = Checked<typeof quarantined>;

/** `percent`: null while nothing is known of the progress. */
const updating = object({
  kind: word('updating'),
  version: nullable(line),
  percent: nullable(number(0, 100)),
});
export type UpdatingFace = Checked<typeof updating>;

/** The server's address is not known. `problem`: what was wrong with the last one that was typed. `checking`: it is being tried. */
const firstStart = object({
  kind: word('first_start'),
  checking: flag,
  problem: nullable(oneOf('malformed', 'no_answer', 'certificate', 'other_service')),
});
export type FirstStartFace = Checked<typeof firstStart>;

const restarting = object({ kind: word('restarting'), what: oneOf('app', 'device') });
export type RestartingFace = Checked<typeof restarting>;

/** Nothing: a page is on screen in another view, the sign is in the background, or this display is not the sign. */
const black = object({ kind: word('black') });

const face = either(code, claiming, ready, quarantined, updating, firstStart, restarting, black);
export type Face = Checked<typeof face>;

/** The code, large and blinking (K12, D6). It is gone at `untilMs` even if no other model arrives. */
const identify = object({ kind: word('identify'), shortCode: text(6), startsAtMs: time, untilMs: time });
export type IdentifyOverlay = Checked<typeof identify>;

/** Somebody at the machine wants to release it (K13) and is asked for its code. */
const release = object({ kind: word('release'), problem: nullable(word('wrong_code')) });
export type ReleaseOverlay = Checked<typeof release>;

const turn = (value: unknown): value is 0 | 90 | 180 | 270 => [0, 90, 180, 270].includes(value as number);

/** `rotation`: how far the picture is turned clockwise, for a display that hangs on its side (the setting of a claimed sign). */
const screenModel = object({ face, overlay: nullable(either(identify, release)), rotation: turn });
export type ScreenModel = Checked<typeof screenModel>;

/** The model that `value` is; null for anything else. Unknown fields are refused: both sides are built together. */
export const readScreenModel = (value: unknown): ScreenModel | null => (screenModel(value) ? value : null);
