import type { Clock } from '@sign-display/contracts/clock-and-random';
import type { VirtualKiosk } from '../machine/virtual-kiosk.ts';
import { given, makeEvent, type Crew, type Venue } from '../backend/operators.ts';
import type { OwnBackend } from '../backend/own-backend.ts';
import type { RestClient } from '../backend/rest-client.ts';
import { eachInParallel } from '../waiting/each-in-parallel.ts';
import { wait } from '../waiting/wait.ts';
import { inviteReaders, type Reader } from './invite-subscribers.ts';
import { judgeNotifications } from './judge-notifications.ts';
import type { Finding, Judgement, WatchEvidence } from './judgement.ts';
import { createWallActions } from './wall-actions.ts';
import { judgeReplacing, judgeEventStatus } from './judge-event-status.ts';
import { judgeWall } from './judge-restarts-and-acknowledgements.ts';
import { playIncidents, type IncidentLog } from './play-incidents.ts';
import type { PushBrowsers } from '../receivers/push-browsers.ts';
import { receivedInInbox, receivedByMail, type ReceivedMessage } from '../receivers/read-received-messages.ts';
import type { Limits, Silence } from './ground-truth.ts';
import type { WatchOutcome } from './check-watch.ts';
import type { WatchPlan } from '../plan/watch-plan.ts';
import type { Watch } from '../plan/watch-schema.ts';

/** Creates the events of a watch, and returns one venue for each. */
export async function makeVenues({ owner, venue }: Crew, watch: Watch): Promise<Venue[]> {
  const venues: Venue[] = [];
  for (const { name } of watch.events) venues.push(await makeEvent(owner, venue.organizationId, name));
  return venues;
}

interface WatchWorld {
  clock: Clock;
  client: RestClient;
  crew: Crew;
  own: OwnBackend;
  browsers: PushBrowsers;
  watch: Watch;
  plan: WatchPlan;
  limits: Limits;
  venues: readonly Venue[];
  kiosks: readonly VirtualKiosk[];
  progress: WatchProgress;
  signal: AbortSignal;
  /** When the backend began to serve: monotonic. */
  servedSinceMs: number;
}

/** The state of the fleet and its messages at one moment. */
export interface Sample {
  /** Since the incidents began. */
  atMs: number;
  /** Signs that are connected by their own account, and signs that the backend calls online. */
  kiosksOnline: number;
  signsOnline: number;
  /** Messages so far. */
  mails: number;
  inboxes: number;
  pushes: number;
  mailsRefused: number;
}

export interface WatchRecord extends WatchOutcome {
  readers: readonly Reader[];
  log: IncidentLog;
  samples: Sample[];
  /** By silence: when the service said that the sign is offline (wall clock). */
  verdictAtMs: ReadonlyMap<Silence, number>;
  /** Wall clock. */
  beganAtMs: number;
  endMs: number;
}

/** Where a watch tells how it goes. */
export interface WatchProgress {
  phase(name: string): void;
  /** How the fleet stands. */
  watch(sample: Sample, kiosks: number): void;
  /** Something has happened. */
  say(words: string): void;
}

const LOOK_EVERY_MS = 2_000;
const LOOKS_AT_ONCE = 4;
const INBOX_PAGE = 200;

/** Plays the incidents of a scenario with the claimed fleet, and collects every message that people got. */
export async function watchFleet(world: WatchWorld): Promise<WatchRecord> {
  const { clock, client, crew, own, browsers, watch, plan, limits, venues, kiosks, progress, signal } = world;
  const pause = (ms: number): Promise<void> => wait(clock, ms, signal);
  progress.phase('subscribing');
  const { access, readInvitation } = own;
  const desk = { client, access, owner: crew.owner, readInvitation, browsers };
  const { readers, subscribe } = await inviteReaders(desk, watch, venues, limits);
  // Wait until the node's warm-up after its start is over, so that it can judge silences. Messages about the claims came before and don't count.
  progress.phase('settling');
  await pause(world.servedSinceMs + limits.warmUpMs + 2_000 - clock.monotonicMs());

  const indexOf = new Map(kiosks.map(({ plan: { index, sign } }) => [sign.name, index]));
  const { acknowledge, restart } = createWallActions({ clock, crew, venues, indexOf, pause });
  const log: IncidentLog = { silences: [], kills: [], refusals: [], story: [], isDown: false };
  const inbox = new Map<string, ReceivedMessage>();
  const verdictAtMs = new Map<Silence, number>();
  const samples: Sample[] = [];
  const onWall = { restarts: new Map<string, Finding>(), acknowledged: new Map<string, Finding>() };
  const signs = new Map(
    watch.events.map(({ name }, event): [string, Map<string, number>] => [
      name,
      new Map([...indexOf].filter(([, index]) => plan.eventOf[index] === event)),
    ]),
  );
  let signsOnline = 0;
  const beganAtMs = clock.now();
  await subscribe(beganAtMs);

  const messages = (): ReceivedMessage[] => [
    ...own
      .mail!.taken()
      .map(receivedByMail)
      .filter((message) => message !== null),
    ...browsers.messages(),
    ...inbox.values(),
  ];
  const evidence = (): WatchEvidence => ({
    subscribers: readers.map(({ subscriber }) => subscriber),
    signs,
    silences: log.silences,
    kills: log.kills,
    messages: messages().filter(({ decidedAtMs }) => decidedAtMs >= beganAtMs),
    limits,
    endMs: clock.now(),
  });

  async function look(): Promise<void> {
    if (!log.isDown) {
      const people = new Map(readers.map(({ subscriber, operator }) => [subscriber.email, operator]));
      await eachInParallel([...people], LOOKS_AT_ONCE, async ([email, operator]) => {
        const reply = await operator.call('GET /api/notifications', { query: { limit: INBOX_PAGE } });
        if (reply.ok) for (const item of reply.body.items) inbox.set(item.id, receivedInInbox(email, item));
      });
      const { organizationId } = crew.venue;
      const readMs = clock.now();
      const records = given(
        'reading the signs',
        await crew.owner.list('GET /api/signs', { query: { organizationId } }),
      ).items;
      const { restarts, acknowledged } = judgeWall(records, { silences: log.silences, indexOf }, readMs);
      // One thing that is wrong is seen in many looks.
      for (const each of restarts) onWall.restarts.set(`${each.sign} ${each.expected}`, each);
      for (const each of acknowledged) onWall.acknowledged.set(`${each.sign} ${each.expected}`, each);
      signsOnline = records.filter(({ presence }) => presence === 'online').length;
      const now = clock.now();
      const open = new Map(log.silences.filter(({ toMs }) => toMs === null).map((silence) => [silence.sign, silence]));
      for (const { name, presence, statusSince } of records) {
        const silence = open.get(indexOf.get(name) ?? -1);
        const sinceMs = statusSince === null ? now : Date.parse(statusSince);
        if (presence === 'offline' && silence && sinceMs >= silence.fromMs && !verdictAtMs.has(silence))
          verdictAtMs.set(silence, sinceMs);
      }
    }
    const told = messages();
    const by = (channel: string) => told.filter((message) => message.channel === channel).length;
    const sample: Sample = {
      atMs: clock.now() - beganAtMs,
      kiosksOnline: kiosks.filter((kiosk) => kiosk.online()).length,
      signsOnline,
      mails: by('email'),
      inboxes: by('inbox'),
      pushes: by('push'),
      mailsRefused: own.mail!.refused(),
    };
    samples.push(sample);
    progress.watch(sample, kiosks.length);
  }

  const over = new AbortController();
  async function keepLooking(): Promise<void> {
    while (!over.signal.aborted && !signal.aborted) {
      // An incident may kill the backend in the middle of this look.
      await look().catch((error: Error) => {
        if (!log.isDown && log.kills.every(({ toMs }) => clock.now() - toMs > LOOK_EVERY_MS)) throw error;
      });
      await pause(LOOK_EVERY_MS);
    }
  }

  async function playAndWait(): Promise<void> {
    progress.phase('watching');
    const backend = own.process;
    const say = (words: string) => progress.say(words);
    await playIncidents(
      { clock, kiosks, plan, watch, backend, mail: own.mail!, signal, acknowledge, restart, say },
      log,
    );
    const giveUpMs = clock.now() + watch.mostMs;
    while (!signal.aborted && clock.now() < giveUpMs && !isAllTold(judgeNotifications(evidence())))
      await pause(LOOK_EVERY_MS);
    progress.say(`listening for ${watch.silenceMs / 1_000} s for what must not come`);
    await pause(watch.silenceMs);
    over.abort();
  }

  try {
    await Promise.all([keepLooking(), playAndWait()]);
    if (!signal.aborted) await look();
  } finally {
    over.abort();
  }
  const params = { id: crew.venue.organizationId };
  const failed = signal.aborted
    ? []
    : given(
        'reading the failed deliveries',
        await crew.owner.list('GET /api/organizations/:id/failed-deliveries', { params }),
      ).items;
  const { messages: told, ...rest } = evidence();
  const chances = rest.subscribers.reduce(
    (sum, { channels, event }) => sum + channels.length * signs.get(event)!.size,
    0,
  );
  return {
    watch,
    judgement: judgeNotifications({ messages: told, ...rest }),
    wall: { restarts: [...onWall.restarts.values()], acknowledged: [...onWall.acknowledged.values()] },
    standing: judgeEventStatus({ messages: told, signs, silences: log.silences, verdictAtMs, limits }),
    replacing: judgeReplacing(told),
    restarts: log.silences.filter(({ restartingUntilMs }) => restartingUntilMs !== undefined).length,
    subscribers: rest.subscribers,
    messages: told,
    chances,
    failedDeliveries: [
      ...failed.map(({ channel, user, title, error }) => `${channel} to ${user.email}: ${title}: ${error}`),
      ...browsers.faults(),
    ],
    mailsRefused: own.mail!.refused(),
    notBack: notBack(kiosks),
    readers,
    log,
    samples,
    verdictAtMs,
    beganAtMs,
    endMs: rest.endMs,
  };
}

const isAllTold = (judgement: Judgement): boolean =>
  judgement.must === judgement.mustTold &&
  judgement.endsMust === judgement.endsTold &&
  judgement.unstableMust === judgement.unstableTold;

const notBack = (kiosks: readonly VirtualKiosk[]): Finding[] =>
  kiosks
    .filter((kiosk) => !kiosk.online())
    .map(({ plan: { index, sign } }) => ({
      sign: index,
      expected: `"${sign.name}" to be connected`,
      seen: 'it is not',
    }));
