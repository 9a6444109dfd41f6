import { pathOf } from '@sign-display/contracts/page-paths';
import type { ClaimingWords } from '../words/claiming-words-loader.ts';
import type { DoneFrame, Fact, Link, ProgressFrame, Step } from './screen-model-types.ts';
import { spaced } from '../ui/code-and-url-format.ts';
import { clockTime, pageOf, took } from './display-formats.ts';
import type { ClaimState, Done, Loss, Place } from './claim-state.ts';
import { action, bandOf, headerOf, type Now } from './view-parts.ts';

/** An attempt on its way, its answer lost, and the sign that is claimed. Pure. */

/** So long a sign waits for its page (contract, section 5). */
const LOAD_TIMEOUT_MS = 15_000;

type Claiming = Extract<Place, { is: 'claiming' }>;

export function viewProgress(state: ClaimState, place: Claiming, words: ClaimingWords, now: Now): ProgressFrame {
  const { attempt, loss } = place;
  const { progress } = words.claiming;
  const common = {
    header: headerOf(words, attempt.name, { text: spaced(attempt.body.shortCode), isCode: true }, false),
    isLeadCode: false,
  };
  if (attempt.isUnsent) return { ...common, ...unsentOf(state, place, words, now) };
  if (loss !== null) return { ...common, ...lostOf(state, place, loss, words, now) };
  const { askedAtMs, provedAtMs, leadsTo } = place.progress;
  const hasPage = attempt.url !== null;
  const loading = hasPage ? progress.loading : progress.linking;
  const title = askedAtMs === null ? progress.asking : provedAtMs === null ? loading : progress.proved;
  return {
    ...common,
    is: 'progress',
    band: bandOf(state, words) ?? (state.isKept ? null : words.claiming.notKept),
    title,
    lead: leadOf(attempt.url, leadsTo, words),
    steps: stepsOf(place, words, now),
    actions: [action('quiet', progress.leave, 'leave')],
  };
}

const leadOf = (url: string | null, leadsTo: string | undefined, { claiming: { progress } }: ClaimingWords): string => {
  if (url === null) return progress.noPage;
  return leadsTo === undefined ? pageOf(url) : progress.leadsTo(pageOf(url), leadsTo);
};

function stepsOf(
  { attempt, progress: { sentAtMs, askedAtMs, provedAtMs } }: Claiming,
  words: ClaimingWords,
  { nowMs }: Now,
): Step[] {
  const { progress } = words.claiming;
  const plain = { small: null, share: null };
  const toCome = (label: string): Step => ({ label, is: 'to-come', time: '', ...plain });
  const done = (label: string, ms: number): Step => ({ label, is: 'done', time: took(ms, words), ...plain });
  const doing = (label: string, ms: number): Step => ({ label, is: 'now', time: took(ms, words), ...plain });
  const hasPage = attempt.url !== null;
  const load = hasPage ? progress.load : progress.loadNone;
  const page = hasPage ? progress.page : progress.pageNone;
  if (askedAtMs === null)
    return [doing(progress.askingStep, nowMs - sentAtMs), toCome(load), toCome(page), toCome(progress.claimed)];
  const asked = done(progress.asked, askedAtMs - sentAtMs);
  const loadingMs = (provedAtMs ?? nowMs) - askedAtMs;
  if (provedAtMs !== null)
    return [asked, done(load, loadingMs), { ...toCome(page), is: 'done' }, doing(progress.claimed, nowMs - provedAtMs)];
  const waits = hasPage
    ? { small: progress.most(`${LOAD_TIMEOUT_MS / 1_000}`), share: Math.min(1, loadingMs / LOAD_TIMEOUT_MS) }
    : plain;
  return [asked, { ...doing(load, loadingMs), ...waits }, toCome(page), toCome(progress.claimed)];
}

/** It waits for the network: nothing is lost, and nothing was claimed. */
function unsentOf(
  state: ClaimState,
  { progress: { sentAtMs } }: Claiming,
  words: ClaimingWords,
  { nowMs }: Now,
): Omit<ProgressFrame, 'header' | 'isLeadCode'> {
  const { unsent, progress } = words.claiming;
  const plain = { small: null, share: null };
  return {
    is: 'lost',
    band: bandOf(state, words),
    title: unsent.title,
    lead: unsent.lead,
    steps: [
      { label: unsent.waits, is: 'now', time: took(nowMs - sentAtMs, words), ...plain },
      { label: progress.claimed, is: 'to-come', time: '', ...plain },
    ],
    actions: [action('quiet', unsent.leave, 'leave')],
  };
}

function lostOf(
  state: ClaimState,
  { progress: { sentAtMs, askedAtMs } }: Claiming,
  loss: Loss,
  words: ClaimingWords,
  { nowMs }: Now,
): Omit<ProgressFrame, 'header' | 'isLeadCode'> {
  const { lost, progress } = words.claiming;
  const at = clockTime(loss.atWallMs, state.choice, words, true);
  const plain = { small: null, share: null };
  const unknown: Step = { label: lost.unknown, is: 'now', time: took(nowMs - sentAtMs, words), ...plain };
  const asked: Step[] =
    askedAtMs === null
      ? []
      : [{ label: progress.asked, is: 'done', time: took(askedAtMs - sentAtMs, words), ...plain }];
  return {
    is: 'lost',
    band: state.isOnline ? lost.bandService(at) : lost.band(at),
    title: lost.title,
    lead: lost.lead,
    steps: [...asked, unknown],
    actions: [
      action('primary', lost.now, 'try-again'),
      // Where no step was heard, it may not have arrived.
      action('quiet', askedAtMs === null ? lost.leave : progress.leave, 'leave'),
    ],
  };
}

/** Steps that were heard at once, because the socket came late, say nothing of how long the proof took. */
const TOLD_LEAST_MS = 50;

function factsOf({ attempt, sign, provedInMs, leadsTo, handshake, httpStatus }: Done, words: ClaimingWords): Fact[] {
  const { done, progress } = words.claiming;
  const isProved = handshake === 'acknowledged' && attempt.url !== null;
  const provedIn = (time: string): string => (httpStatus === null ? time : done.withStatus(time, `${httpStatus}`));
  return [
    ...(isProved && provedInMs !== null && provedInMs >= TOLD_LEAST_MS
      ? [{ label: done.proved, value: provedIn(took(provedInMs, words)) }]
      : []),
    ...(leadsTo === null ? [] : [{ label: done.leadsTo, value: leadsTo }]),
    ...(sign.url === null ? [{ label: words.claiming.form.url, value: progress.noPage }] : []),
    { label: done.location, value: sign.location },
  ];
}

function linksOf({ id, eventId, url }: Done['sign'], { done }: ClaimingWords['claiming']): Link[] {
  const open = { label: done.open, href: pathOf('sign', { signId: id }) };
  const set = { label: done.setPage, href: `${pathOf('wall', { eventId })}?select=${id}` };
  return url === null ? [set, open] : [open];
}

/** `sign` is told again while the picture is awaited: that it shows is said when it is known. */
export function viewDone(state: ClaimState, shown: Done, words: ClaimingWords, { nowMs }: Now): DoneFrame {
  const { done } = words.claiming;
  const { sign, handshake, picture } = shown;
  const isProved = handshake === 'acknowledged';
  const title = sign.status === 'showing' ? done.showing(sign.name) : done.claimed(sign.name);
  const ageMs = picture.is === 'there' ? nowMs - picture.takenAtMs : 0;
  const src = picture.is === 'there' ? `/api/signs/${sign.id}/screenshot?maxWidth=640` : null;
  const { tally } = state;
  return {
    is: 'done',
    header: headerOf(words, '', null, false),
    band: bandOf(state, words),
    isProved,
    title: isProved ? title : done.legacy,
    lead: isProved ? (sign.url === null ? done.noPage : null) : done.legacyLead,
    picture:
      picture.is === 'none'
        ? null
        : {
            src,
            alt: done.picture(sign.name),
            age: src === null ? done.pictureComes : done.age(`${Math.max(0, Math.round(ageMs / 1_000))}`),
          },
    facts: factsOf(shown, words),
    links: linksOf(sign, words.claiming),
    tally: tally && {
      text: done.tally(done.nth(tally.count), clockTime(tally.sinceWallMs, state.choice, words)),
      count: tally.count,
    },
    actions: [action('primary', done.next, 'next-sign'), action('quiet', done.finish, 'finish')],
  };
}
