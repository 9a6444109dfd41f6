import type { DashboardUpdateMessage } from '@sign-display/contracts/dashboard-events';
import type { Outage } from '@sign-display/contracts/rest/outages';
import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { beginFeed, step, waitMs, type FeedAction, type Feed, type FeedEvent } from './feed-machine.ts';
import { foldUpdates, isMissingUpdates, type Held } from './outage-updates.ts';

/** A feed against a service that loses, delays and counts as the real one does, in whatever order. */

type Patch = DashboardUpdateMessage<'signs:patch'>;

type OpenOutages = ReadonlyMap<string, Outage>;
const outageOf = (id: string, note: string, until: string | null): Outage =>
  ({ id, until, acknowledged: { by: { id: 'tim', name: 'Tim' }, at: 'then', note } }) as Outage;
function layOpen(open: OpenOutages, items: readonly Outage[]): OpenOutages {
  const next = new Map(open);
  for (const item of items)
    if (item.until === null) next.set(item.id, item);
    else next.delete(item.id);
  return next;
}

const rowOf = (id: string, name: string): SignRow => ({ id, name, location: '', createdAt: 'then' }) as SignRow;

/** What may happen between a feed and its service, one at a time. `sign` is one of few, so that they meet. */
const wallActions = fc.oneof(
  { weight: 6, arbitrary: fc.record({ is: fc.constant('change' as const), sign: fc.nat(4), name: fc.nat(9) }) },
  { weight: 3, arbitrary: fc.record({ is: fc.constant('move' as const), sign: fc.nat(4), place: fc.nat(9) }) },
  { weight: 3, arbitrary: fc.record({ is: fc.constant('remove' as const), sign: fc.nat(4) }) },
  { weight: 5, arbitrary: fc.record({ is: fc.constant('outage' as const), nth: fc.nat(4), note: fc.nat(9) }) },
  { weight: 2, arbitrary: fc.record({ is: fc.constant('end-outage' as const), nth: fc.nat(4) }) },
  { weight: 2, arbitrary: fc.record({ is: fc.constant('ask-outages' as const) }) },
  { weight: 3, arbitrary: fc.record({ is: fc.constant('deliver-outages' as const), nth: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ is: fc.constant('break-outages' as const), nth: fc.nat(3) }) },
  { weight: 3, arbitrary: fc.record({ is: fc.constant('acknowledge' as const), nth: fc.nat(4), note: fc.nat(9) }) },
  { weight: 6, arbitrary: fc.record({ is: fc.constant('tell' as const) }) },
  { weight: 12, arbitrary: fc.record({ is: fc.constant('deliver' as const) }) },
  { weight: 4, arbitrary: fc.record({ is: fc.constant('read-list' as const) }) },
  { weight: 4, arbitrary: fc.record({ is: fc.constant('deliver-list' as const), nth: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ is: fc.constant('break-list' as const), nth: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ is: fc.constant('gap' as const) }) },
  { weight: 2, arbitrary: fc.record({ is: fc.constant('cut' as const) }) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('refuse' as const), retryAfterMs: fc.nat(60_000) }) },
  { weight: 3, arbitrary: fc.record({ is: fc.constant('pass' as const), ms: fc.nat(70_000) }) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('want' as const) }) },
);
type Played = typeof wallActions extends fc.Arbitrary<infer One> ? One : never;

/** So long after a subscription the service tells whole records, and of each removal: the list may have had what came and went between two patches. */
const WHOLE_MS = 10_000;

/** The service with its one client. A connection delivers in order; the list comes another way, whenever it likes. */
function createWorld() {
  const truth = new Map<string, SignRow>();
  let told = new Map<string, SignRow>();
  const touched = new Set<string>();
  let line: FeedEvent[] = [];
  let lists: { attempt: number; rows: SignRow[] | null }[] = [];
  let isConnected = false;
  let cursor: number | null = null;
  let hasGap = false;
  let nowMs = 0;
  let subscribedMs = 0;
  const outages = new Map<string, Outage>();
  const changedOutages = new Set<string>();
  let page: Held<OpenOutages> | null = null;
  let reads: { upTo: number; open: OpenOutages | null }[] = [];
  let responses: { askedAt: number; items: Outage[] }[] = [];
  const openNow = (): OpenOutages => new Map([...outages].filter(([, { until }]) => until === null));
  const seen: Feed[] = [];
  const moment = () => ({ nowMs, wallMs: nowMs, chance: 0.5 });
  const [first, ...firstDeeds] = beginFeed(moment());
  let feed = first;
  firstDeeds.forEach(act);

  function act(action: FeedAction): void {
    const { attempt } = feed;
    if (action === 'disconnect' || action === 'connect') {
      isConnected = false;
      cursor = null;
      line = [];
    }
    if (action === 'connect') {
      isConnected = true;
      line.push({ is: 'connected', attempt });
    }
    if (action === 'subscribe') {
      cursor = 0;
      hasGap = false;
      subscribedMs = nowMs;
      touched.clear();
      changedOutages.clear();
      told = new Map(truth);
      line.push({ is: 'subscribed', attempt, reply: { ok: true, cursor: 0, total: truth.size, warmUps: [] } });
    }
    if (action === 'ping') line.push({ is: 'answered', attempt });
    if (action === 'list') lists.push({ attempt, rows: null });
  }

  function happen(happening: FeedEvent): void {
    const [next, ...wallActions] = step(feed, happening, moment());
    feed = next;
    seen.push(feed);
    wallActions.forEach(act);
  }

  /** What changed since it was told last, as one patch; none where there is no news. */
  function tell(): void {
    if (cursor === null) return;
    const items = [...changedOutages].map((id) => outages.get(id)!);
    changedOutages.clear();
    if (items.length > 0) line.push({ is: 'outages', items });
    const whole = nowMs - subscribedMs < WHOLE_MS;
    const changes: Patch['changes'] = [];
    const removed: string[] = [];
    for (const id of touched) {
      const [before, row] = [told.get(id), truth.get(id)];
      if (!row && (before || whole)) removed.push(id);
      if (!row || (row === before && !whole)) continue;
      const differing = Object.entries(row).filter(([key, value]) => before?.[key as keyof SignRow] !== value);
      changes.push(whole || !before ? row : { ...Object.fromEntries(differing), id });
    }
    touched.clear();
    told = new Map(truth);
    if (changes.length + removed.length === 0 && !hasGap) return;
    cursor += hasGap ? 2 : 1;
    hasGap = false;
    line.push({ is: 'patch', patch: { cursor, changes, removed } });
  }

  /** As a page does after each change of its feed. */
  function followOutages(): void {
    if (page !== null) page = foldUpdates(page, feed.outages, layOpen);
    const isAsked = reads.some(({ upTo }) => upTo >= feed.outages.completeSince);
    const isMissing = feed.outages.completeSince > 0 && isMissingUpdates(page ?? { upTo: -1 }, feed.outages);
    if (isMissing && !isAsked) reads.push({ upTo: feed.outages.moment, open: null });
  }
  function answerReads(): void {
    for (const read of reads) read.open ??= openNow();
  }
  function deliverRead(nth: number): void {
    const read = reads[nth];
    if (!read) return;
    reads = reads.filter((other) => other !== read);
    // Of two reads the one that was asked for last counts.
    if (page === null || read.upTo >= page.upTo) page = { known: read.open ?? openNow(), upTo: read.upTo };
    followOutages();
  }
  function setOutage(outage: Outage): void {
    outages.set(outage.id, outage);
    changedOutages.add(outage.id);
  }
  function deliverResponses(): void {
    for (const response of responses.splice(0)) happen({ is: 'outages', ...response });
    followOutages();
  }

  function set(row: SignRow): void {
    truth.set(row.id, row);
    touched.add(row.id);
  }

  const play: { [Is in Played['is']]: (action: Extract<Played, { is: Is }>) => void } = {
    change({ sign, name }) {
      const id = `s${sign}`;
      set({ ...(truth.get(id) ?? rowOf(id, '')), name: `n${name}` });
    },
    move({ sign, place }) {
      const row = truth.get(`s${sign}`);
      if (row) set({ ...row, location: `p${place}` });
    },
    remove({ sign }) {
      if (truth.delete(`s${sign}`)) touched.add(`s${sign}`);
    },
    outage({ nth, note }) {
      setOutage(outageOf(`o${nth}`, `${note}`, null));
    },
    'end-outage'({ nth }) {
      const outage = outages.get(`o${nth}`);
      if (outage) setOutage({ ...outage, until: 'later' });
    },
    'ask-outages': () => void reads.push({ upTo: feed.outages.moment, open: null }),
    'deliver-outages': ({ nth }) => deliverRead(nth),
    'break-outages'({ nth }) {
      reads = reads.filter((_, other) => other !== nth);
      followOutages();
    },
    acknowledge({ nth, note }) {
      const outage = outages.get(`o${nth}`);
      if (!outage || outage.until !== null) return deliverResponses();
      const next = outageOf(outage.id, `mine ${note}`, null);
      setOutage(next);
      responses.push({ askedAt: feed.outages.moment, items: [next] });
    },
    tell,
    deliver() {
      const next = line.shift();
      if (next) happen(next);
      followOutages();
    },
    'read-list'() {
      for (const list of lists) list.rows ??= [...truth.values()];
      answerReads();
    },
    'deliver-list'({ nth }) {
      const list = lists[nth];
      if (!list) return;
      lists = lists.filter((other) => other !== list);
      happen({ is: 'listed', attempt: list.attempt, rows: list.rows ?? [...truth.values()] });
    },
    'break-list'({ nth }) {
      const list = lists[nth];
      if (!list) return;
      lists = lists.filter((other) => other !== list);
      happen({ is: 'refused', attempt: list.attempt, why: null });
    },
    gap() {
      // What happened until now is never told; only the cursor says so.
      hasGap = true;
      changedOutages.clear();
      touched.clear();
      told = new Map(truth);
    },
    cut() {
      if (!isConnected) return;
      isConnected = false;
      cursor = null;
      line = [];
      happen({ is: 'lost', heardAt: nowMs });
    },
    refuse({ retryAfterMs }) {
      if (feed.step.is !== 'subscribing') return;
      line = line.filter(({ is }) => is !== 'subscribed');
      happen({ is: 'refused', attempt: feed.attempt, why: { code: 'unavailable', retryAfterMs } });
    },
    pass({ ms }) {
      // The service reads the list soon after it was asked for it, and tells of changes four times a second.
      play['read-list']({ is: 'read-list' });
      tell();
      nowMs += ms;
      happen({ is: 'due' });
    },
    want: () => happen({ is: 'wanted' }),
  };

  return {
    truth,
    seen,
    feed: () => feed,
    openNow,
    openOnPage: () => page?.known,
    play: (action: Played) => play[action.is](action as never),
    /** Everything arrives, and nothing more goes wrong. */
    settle(): void {
      for (let round = 0; round < 40; round += 1) {
        tell();
        while (line.length > 0) play.deliver({ is: 'deliver' });
        deliverResponses();
        answerReads();
        while (reads.length > 0) deliverRead(0);
        play['read-list']({ is: 'read-list' });
        while (lists.length > 0) play['deliver-list']({ is: 'deliver-list', nth: 0 });
        if ('untilMs' in feed.step) play.pass({ is: 'pass', ms: feed.step.untilMs - nowMs });
      }
    },
  };
}

const lives = fc.array(wallActions, { maxLength: 200, size: 'max' });

describe('a feed', () => {
  test('A3: whatever is lost, late or out of order, ends with the rows of the service', () => {
    fc.assert(
      fc.property(lives, (played) => {
        const world = createWorld();
        played.forEach(world.play);
        world.settle();
        expect(world.feed().step.is).toBe('live');
        expect(new Map(world.feed().signs)).toEqual(world.truth);
        expect(world.feed().trueUntil).toBeNull();
      }),
      { numRuns: 2_000 },
    );
  });

  test('D19: whatever is lost, late or out of order, a page ends with the open outages of the service', () => {
    fc.assert(
      fc.property(lives, (played) => {
        const world = createWorld();
        played.forEach(world.play);
        world.settle();
        expect(world.openOnPage()).toEqual(world.openNow());
      }),
      { numRuns: 2_000 },
    );
  });

  test('D19: an outage that opens, is acknowledged or ends changes the page without another read', () => {
    const world = createWorld();
    world.settle();
    const send = () => {
      world.play({ is: 'tell' });
      // An answered ping may be before it.
      for (let messages = 0; messages < 3; messages += 1) world.play({ is: 'deliver' });
    };
    const note = () => world.openOnPage()?.get('o1')?.acknowledged?.note;
    for (const wanted of ['1', '2']) {
      world.play({ is: 'outage', nth: 1, note: Number(wanted) });
      send();
      expect(note()).toBe(wanted);
    }
    world.play({ is: 'end-outage', nth: 1 });
    send();
    expect(world.openOnPage()?.size).toBe(0);
  });

  test('A3: never shows half a sign, nor fewer than it knew while it reads the list again', () => {
    fc.assert(
      fc.property(lives, (played) => {
        const world = createWorld();
        played.forEach(world.play);
        let before: Feed | null = null;
        for (const feed of world.seen) {
          for (const row of feed.signs?.values() ?? []) expect(Object.keys(row)).toEqual(Object.keys(rowOf('', '')));
          if (feed.step.is !== 'live' && before?.signs) expect(feed.signs).toBe(before.signs);
          // Old data is called old from the moment on in which it may be.
          if (feed.step.is !== 'live' && feed.signs) expect(feed.trueUntil).not.toBeNull();
          before = feed;
        }
      }),
      { numRuns: 1_000 },
    );
  });

  test('A3: keeps the row that did not change, so that nothing is drawn again', () => {
    const world = createWorld();
    for (const sign of [0, 1]) world.play({ is: 'change', sign, name: 1 });
    world.settle();
    const before = world.feed().signs!;
    world.play({ is: 'change', sign: 0, name: 2 });
    world.settle();
    const after = world.feed().signs!;
    expect(after.get('s1')).toBe(before.get('s1'));
    expect(after.get('s0')).not.toBe(before.get('s0'));
  });

  test('U11: a frozen service makes the page “Not live” within 15 s, and the page dates its data to the last answer', () => {
    const world = createWorld();
    world.settle();
    const live = { is: 'live', expected: 1, untilMs: 5_000, isAsked: false, answeredMs: 995_000 } as const;
    const at = (ms: number) => ({ nowMs: live.untilMs + ms, wallMs: 1_000_000 + ms, chance: 0 });
    const [asked, ...wallActions] = step({ ...world.feed(), step: live }, { is: 'due' }, at(0));
    expect(wallActions).toEqual(['ping']);
    expect(step(asked, { is: 'due' }, at(9_999))).toEqual([asked]);
    const [silent, ...then] = step(asked, { is: 'due' }, at(10_000));
    expect(silent).toMatchObject({ step: { is: 'waiting' }, trueUntil: 995_000 });
    expect(then).toEqual(['disconnect']);
    const [again] = step(asked, { is: 'answered', attempt: asked.attempt }, at(40));
    expect(again.step).toMatchObject({
      is: 'live',
      isAsked: false,
      untilMs: live.untilMs + 5_000,
      answeredMs: 1_000_040,
    });
  });

  test('A3: is as old as the moment when the service was last seen, where it was silent', () => {
    const world = createWorld();
    world.settle();
    const moment = { nowMs: 0, wallMs: 1_000_000, chance: 0 };
    const lost = (heardAt: number) => step(world.feed(), { is: 'lost', heardAt }, moment)[0].trueUntil;
    expect(lost(1_000_000 - 45_000)).toBe(955_000);
    expect(lost(1_000_000 - 20_000)).toBe(1_000_000);
  });
});

test.each(['not_found', 'forbidden'] as const)('A1: %s ends it, until a person asks again', (code) => {
  const moment = { nowMs: 0, wallMs: 0, chance: 0 };
  const [began] = beginFeed(moment);
  const [ended] = step(began, { is: 'refused', attempt: 1, why: { code } }, moment);
  expect(ended.step).toEqual({ is: 'ended', why: { code } });
  expect(step(ended, { is: 'due' }, { ...moment, nowMs: 1e9 })).toEqual([ended]);
  expect(step(ended, { is: 'wanted' }, moment).at(-1)).toBe('connect');
});

test.each([
  ['A2: a session that ended', 'unauthenticated'],
  ['A6: a session without the second factor that an organization requires', 'mfa_required'],
  ['X9: a session with the printed first password', 'password_change_required'],
] as const)('%s is asked about, and no try follows', (_, code) => {
  const moment = { nowMs: 0, wallMs: 0, chance: 0 };
  const [began] = beginFeed(moment);
  const why = { code };
  expect(step(began, { is: 'refused', attempt: 1, why }, moment).slice(1)).toEqual(['disconnect', 'ask-session']);
});

test('A3: waits are spread, longer after each failure, and never longer than half a minute', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000 }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (failures, chance) => {
        const ms = waitMs(failures, chance);
        expect(ms).toBeGreaterThanOrEqual(Math.min(15_000, 500 * 2 ** (failures - 1)));
        expect(ms).toBeLessThanOrEqual(30_000);
        expect(waitMs(failures + 1, chance)).toBeGreaterThanOrEqual(ms);
      },
    ),
  );
});

test('A3: whoever is told when to come again comes no earlier, whatever is pressed', () => {
  const moment = { nowMs: 0, wallMs: 0, chance: 0 };
  const [began] = beginFeed(moment);
  const why = { code: 'rate_limited' as const, retryAfterMs: 10_000 };
  const [waiting] = step(began, { is: 'refused', attempt: 1, why }, moment);
  expect(step(waiting, { is: 'wanted' }, moment)).toEqual([waiting]);
  expect(step(waiting, { is: 'due' }, { ...moment, nowMs: 9_999 })).toEqual([waiting]);
  expect(step(waiting, { is: 'due' }, { ...moment, nowMs: 10_000 }).at(-1)).toBe('connect');
});
