import type { ClaimingWords } from '../words/claiming-words-loader.ts';
import type { ListFrame, StartFrame, WaitingFrame } from './screen-model-types.ts';
import { isPrepared } from './event-and-sign-types.ts';
import { about, endOfPage } from './display-formats.ts';
import type { ClaimState, Place } from './claim-state.ts';
import { action, bandOf, headerOf, type Now } from './view-parts.ts';

/** The beginning, and the lists that lead to it. Pure. */

export function viewOpening(state: ClaimState, words: ClaimingWords): WaitingFrame {
  const title = state.choice?.event ?? words.common.product;
  return {
    is: 'waiting',
    header: headerOf(words, title, null, false),
    band: bandOf(state, words),
    text: words.claiming.waiting,
    actions: [],
  };
}

export function viewEvents(state: ClaimState, words: ClaimingWords): ListFrame {
  const { events } = words.claiming;
  const { makesEvents } = state;
  const choices = state.events ?? [];
  const rows = choices.map(({ eventId, event, organization }) => ({
    key: eventId,
    name: event,
    small: organization,
    aside: '',
    press: { type: 'pick-event', eventId } as const,
  }));
  const isEmpty = state.events !== null && rows.length === 0;
  return {
    is: 'list',
    header: headerOf(words, events.title, null, state.choice !== null),
    band: bandOf(state, words),
    isPrepared: false,
    title: events.headline,
    rows,
    foot: !isEmpty ? events.foot : makesEvents ? events.noneYet : events.none,
    actions: !isEmpty
      ? []
      : [
          ...(makesEvents ? [action('primary', words.shell.newEvent, 'make-event')] : []),
          action('usual', events.walls, 'find-on-walls'),
        ],
  };
}

/** An event that starts later than this is told of by the calendar. */
const NEAR_MS = 12 * 60 * 60 * 1_000;

export function viewStart(
  state: ClaimState,
  { isWrongLink }: Extract<Place, { is: 'start' }>,
  words: ClaimingWords,
  { wallMs }: Now,
): StartFrame {
  const { start } = words.claiming;
  const { choice, purpose, signs } = state;
  const untilStartMs = choice?.startsAt ? Date.parse(choice.startsAt) - wallMs : 0;
  const prepared = signs.filter(isPrepared).length;
  const isNew = purpose.is === 'new';
  const actions = [
    action('primary', start.camera, 'open-camera'),
    { ...action('usual', start.type, 'open-keypad'), icon: 'key' as const },
  ];
  if (isNew && prepared > 0) actions.push(action('quiet', start.prepared(prepared), 'open-prepared'));
  const hasClaimed = state.tally !== null && state.tally.eventId === choice?.eventId;
  if (hasClaimed || state.hasLeft) actions.push(action('quiet', start.claims, 'open-claims'));
  if (isNew && (state.events?.length ?? 0) > 1) actions.push(action('quiet', start.chooseEvent, 'open-events'));
  const aside =
    untilStartMs > 0 && untilStartMs <= NEAR_MS
      ? { text: start.toStart(about(untilStartMs, words)), isCode: false }
      : null;
  return {
    is: 'start',
    header: headerOf(words, isNew ? (choice?.event ?? '') : purpose.sign.name, aside, false),
    band: bandOf(state, words),
    title: isWrongLink ? start.wrongLink : isNew ? start.title : start.titleFor(purpose.sign.name),
    lead: isWrongLink ? start.wrongLinkLead : start.lead,
    actions,
  };
}

export function viewPrepared(state: ClaimState, words: ClaimingWords): ListFrame {
  const { prepared } = words.claiming;
  const signs = state.signs.filter(isPrepared);
  return {
    is: 'list',
    header: headerOf(words, prepared.title, { text: prepared.left(signs.length), isCode: false }),
    band: bandOf(state, words),
    isPrepared: true,
    title: null,
    rows: signs.map(({ id, name, location, url }) => ({
      key: id,
      name,
      small: location,
      aside: url === null ? prepared.noPage : endOfPage(url),
      press: { type: 'pick-sign', signId: id },
    })),
    foot: signs.length === 0 ? prepared.none : state.found === null ? prepared.foot : prepared.footFound,
    actions: [action('usual', prepared.newSign, 'new-sign')],
  };
}
