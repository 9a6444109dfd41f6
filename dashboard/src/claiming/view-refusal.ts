import type { ClaimingWords } from '../words/claiming-words-loader.ts';
import type { Action, BrokenStep, RefusalFrame } from './screen-model-types.ts';
import { ownerOf } from './refused-sign-owner.ts';
import { nameOf, REFUSALS, type NextStep, type RefusalName } from './refusals.ts';
import { spaced } from '../ui/code-and-url-format.ts';
import { clockTime, hostOf, secondsLeft, shortId, spacedOf, waitOf } from './display-formats.ts';
import type { Attempt, ClaimState, Place, Said } from './claim-state.ts';
import { action, bandOf, type Now } from './view-parts.ts';

/** The frame of a refusal: which step broke, what happened, what to do next (the design's table "Voice"). Pure. */

type RefusedPlace = Extract<Place, { is: 'refused' }>;

const STEPS: readonly BrokenStep[] = ['code', 'asked', 'loaded', 'claimed'];

const attemptOf = ({ refused }: RefusedPlace): Attempt | null => (refused.of === 'attempt' ? refused.attempt : null);

/** The status with which the page answered, if that is why it failed. */
const statusOf = (said: Said): string | undefined => /\bHTTP (\d{3})\b/.exec(said.detail ?? '')?.[1];

/** What the kiosk said of the page, in our words where we know its words (contracts/src/page-load/load-failure.ts). */
function pageTrouble(
  name: 'url_unreachable' | 'url_load_failed',
  said: Said,
  attempt: Attempt | null,
  { claiming }: ClaimingWords,
): string {
  const { refusals } = claiming;
  const host = hostOf(attempt?.url ?? '');
  const detail = said.detail ?? '';
  const status = statusOf(said);
  if (name === 'url_load_failed' && status !== undefined) return refusals.url_load_failed.http(host, status);
  if (/ERR_NAME_NOT_RESOLVED|ENOTFOUND|\bDNS\b/.test(detail)) return refusals.url_unreachable.noAddress(host);
  return refusals.signSaid(detail.replace(/\.$/, ''));
}

interface Texts {
  title: string;
  lead: string;
  todo: string;
}

function textsOf(name: RefusalName, state: ClaimState, place: RefusedPlace, words: ClaimingWords, now: Now): Texts {
  const { refusals } = words.claiming;
  const said = place.refused.said;
  const attempt = attemptOf(place);
  const waitMs = (place.againAtMs ?? now.nowMs) - now.nowMs;
  const purpose = attempt?.purpose ?? state.purpose;
  const target = purpose.is === 'new' ? '' : purpose.sign.name;
  switch (name) {
    case 'url_unreachable':
      return { ...refusals[name], lead: pageTrouble(name, said!, attempt, words) };
    case 'url_load_failed': {
      const { title, todo, notShownTitle, notShownTodo } = refusals[name];
      const lead = pageTrouble(name, said!, attempt, words);
      // Without a status the page gave no error: the sign can't show it (a download, a page that refuses frames).
      return statusOf(said!) === undefined ? { title: notShownTitle, lead, todo: notShownTodo } : { title, lead, todo };
    }
    case 'unavailable': {
      // Of an attempt it is also said when the sign was asked already, or the database was lost on the way.
      const { title, lead, leadFinding, todo } = refusals.unavailable;
      const turnedAway = `${leadFinding} ${words.claiming.nothingClaimed}`;
      return { title, lead: attempt === null ? turnedAway : lead, todo: todo(secondsLeft(waitMs)) };
    }
    case 'restarted': {
      const { title, lead, leadFinding, todo } = words.recovery.restarted;
      return { title, lead: attempt === null ? leadFinding : lead, todo: todo(secondsLeft(waitMs)) };
    }
    case 'broken_off':
      return { ...words.recovery.brokenOff, todo: words.recovery.brokenOff.todo(secondsLeft(waitMs)) };
    case 'request_in_progress':
      return { ...othersOf(state, attempt, said!, words), todo: refusals[name].todo(secondsLeft(waitMs)) };
    case 'too_often':
      return { ...refusals[name], todo: refusals[name].todo(secondsLeft(waitMs)) };
    case 'owned':
      return ownedOf(state, words);
    case 'sign_not_unlinked':
    case 'sign_not_linked':
      return { ...refusals[name], title: refusals[name].title(target) };
    case 'short_code_unknown':
      return {
        ...refusals[name],
        title: refusals[name].title(spacedOf(state.asked)),
        ...(place.refused.of === 'finding' && place.refused.ours && { lead: words.recovery.restarted.unknownCode }),
      };
    case 'rate_limited': {
      const until = clockTime(now.wallMs + waitMs, state.choice, words, true);
      return { ...refusals[name], lead: waitMs > 0 ? refusals[name].lead(until) : refusals[name].leadOver };
    }
    case 'forbidden':
      return forbidden(state, words);
    case 'internal':
      if (place.refused.of === 'attempt') return refusals.internal;
      return {
        title: refusals.internal.title,
        lead: refusals.internal.leadFinding,
        todo: refusals.internal.todoFinding,
      };
    case 'other':
      return { ...refusals.other, lead: said?.detail ?? '' };
    default:
      return refusals[name];
  }
}

/** Who else has the sign, as far as that is known. Who failed before and is held back is told when it is their turn (`retryAfterMs`). */
function othersOf(
  { elsewhere }: ClaimState,
  attempt: Attempt | null,
  said: Said,
  words: ClaimingWords,
): Omit<Texts, 'todo'> {
  const { first, firstLead, yours, yoursLead } = words.recovery.others;
  const isYours = elsewhere !== null && elsewhere.signId === attempt?.body.signId;
  if (isYours) return { title: yours, lead: yoursLead };
  if (said.retryAfterMs !== undefined) return { title: first, lead: firstLead };
  return words.claiming.refusals.request_in_progress;
}

function ownedOf(state: ClaimState, words: ClaimingWords): Texts {
  const { owned } = words.recovery;
  const { sign, by } = ownerOf(state)!;
  const isHere = sign.eventId === state.choice?.eventId;
  const event = state.events?.find(({ eventId }) => eventId === sign.eventId) ?? state.choice;
  const where = [event?.event ?? '', sign.location] as const;
  const at = by === null ? '' : clockTime(by.atWallMs, event, words);
  const lead =
    by === null
      ? owned.lead(...where)
      : by.userId === state.userId
        ? owned.leadByYou(...where, at)
        : owned.leadBy(...where, by.name, at);
  return { title: isHere ? owned.titleHere(sign.name) : owned.title(sign.name), lead, todo: owned.todo };
}

function forbidden({ choice, admins }: ClaimState, { claiming, common }: ClaimingWords): Texts {
  const { title, lead, leadBare, roles, todo, todoBare } = claiming.refusals.forbidden;
  const role = choice && Object.hasOwn(roles, choice.role) ? roles[choice.role as keyof typeof roles] : null;
  const isWeak = choice?.role === 'viewer';
  return {
    title,
    lead: choice !== null && role !== null && isWeak ? lead(role, choice.organization) : leadBare,
    todo: admins.length > 0 ? todo(new Intl.ListFormat(common.language, { type: 'unit' }).format(admins)) : todoBare,
  };
}

/** A record's page is the record's: it is not changed or left out by who links a device. */
const ofRecord = (next: NextStep): NextStep =>
  next[1] === 'change-address'
    ? ['loadAgain', 'load-again']
    : next[1] === 'without-page'
      ? ['another', 'another-sign']
      : next;

function actionsOf(name: RefusalName, place: RefusedPlace, words: ClaimingWords, now: Now): Action[] {
  const { claiming } = words;
  const { withoutPage, changeAddress } = claiming.form;
  const labels = { ...claiming.press, back: claiming.back, withoutPage, changeAddress };
  const waitMs = place.againAtMs === null ? 0 : place.againAtMs - now.nowMs;
  const isResting = name === 'rate_limited' && waitMs > 0;
  const attempt = attemptOf(place);
  const isOfRecord = attempt !== null && attempt.purpose.is !== 'new';
  const isFinding = place.refused.of !== 'attempt';
  // Before the role suffices there is no place to go back to.
  const isShut = name === 'forbidden' && place.refused.of === 'opening';
  const offered = REFUSALS[name].next.filter(([, press]) => !isShut || press !== 'back');
  const next = offered.map((each) => (isOfRecord ? ofRecord(each) : each));
  const distinct = next.filter(([, press], at) => next.findIndex(([, other]) => other === press) === at);
  // Without an attempt there is no outcome to ask for.
  const said = distinct.map(([word, press]): NextStep =>
    isFinding && word === 'outcome' ? ['tryAgain', press] : [word, press],
  );
  return said.map(([word, press], at) => {
    if (at > 0) return action('quiet', labels[word], press);
    const resting = { ...action('usual', claiming.press.wait(waitOf(waitMs, words)), press), isDisabled: true };
    return isResting ? resting : action('primary', labels[word], press);
  });
}

const isSlotted = (name: RefusalName): boolean => name === 'short_code_unknown';

export function viewRefusal(state: ClaimState, place: RefusedPlace, words: ClaimingWords, now: Now): RefusalFrame {
  const { claiming } = words;
  const name = ownerOf(state) === null ? nameOf(place.refused) : 'owned';
  const { broke, saysNothingClaimed } = REFUSALS[name];
  const { title, lead, todo } = textsOf(name, state, place, words, now);
  const attempt = attemptOf(place);
  const said = place.refused.said;
  const code = attempt?.body.shortCode ?? state.asked?.shortCode ?? null;
  const at = STEPS.indexOf(broke);
  const codes = said === null ? [] : [said.reason === undefined ? said.code : `${said.code}, ${said.reason}`];
  const id = attempt?.requestId ?? null;
  const canGoBack = place.refused.of !== 'opening';
  return {
    is: 'refusal',
    header: {
      back: canGoBack ? { label: claiming.back, press: { type: 'back' } } : null,
      title: attempt?.name ?? (place.refused.of === 'opening' ? words.common.product : claiming.finding.title),
      aside: code === null || isSlotted(name) ? null : { text: spaced(code), isCode: true },
    },
    band: bandOf(state, words),
    steps: STEPS.map((step, index) => {
      const is = index < at ? 'done' : index === at ? 'broken' : 'to-come';
      return { step, label: claiming.steps[step], is, state: claiming.stepStates[is] };
    }),
    title,
    lead: saysNothingClaimed ? `${lead} ${claiming.nothingClaimed}` : lead,
    todo,
    slots: isSlotted(name) && code !== null ? [...code] : null,
    small: [...codes, ...(id === null ? [] : [claiming.attempt(shortId(id))])],
    actions: actionsOf(name, place, words, now),
  };
}
