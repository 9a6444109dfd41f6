import type { Clock } from '@sign-display/contracts/clock-and-random';
import { given, type Operator, type Venue } from '../backend/operators.ts';
import { WaitedInVain } from '../machine/await-kiosk-milestones.ts';
import type { VirtualKiosk } from '../machine/virtual-kiosk.ts';
import { wait } from '../waiting/wait.ts';
import { planEvening, ROUND_MS, type IncidentAction, type Stop } from './evening-plan.ts';
import type { ClaimedDemoSigns } from './claim-demo-signs.ts';
import type { DemoSign } from './venue.ts';
import type { Websites } from './websites.ts';

interface EveningWorld {
  seed: string;
  /** How many times as fast as planned things follow each other. What the service waits for takes as long as ever. */
  pace: number;
  /** After this the evening stands still, in the first round. */
  until: Stop | null;
  clock: Clock;
  venue: Venue;
  signs: readonly DemoSign[];
  hung: ClaimedDemoSigns;
  websites: Websites;
  /** Who gives orders. */
  operator: Operator;
  signal: AbortSignal;
  say(words: string): void;
}

const OUTAGES_OPEN_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 1_000;

/** Plays one evening after the other, until `signal` fires. What can't be done is told, and the evening goes on. */
export async function playEvening(world: EveningWorld): Promise<void> {
  const { seed, pace, until, clock, signs, signal, say } = world;
  const pause = (ms: number): Promise<void> => wait(clock, ms, signal);
  const perform = createHands(world, pause);
  const underWay = new Set<Promise<void>>();

  function begin(action: IncidentAction, words: string): void {
    const done = perform(action)
      .catch((error: Error) => {
        if (!signal.aborted) say(`this incident failed (${words}): ${error.message}`);
      })
      .finally(() => underWay.delete(done));
    underWay.add(done);
  }

  for (let round = 0; !signal.aborted; round += 1) {
    const beganMs = clock.monotonicMs();
    for (const { atMs, name, words, action } of planEvening(seed, signs, round)) {
      await pause(beganMs + atMs / pace - clock.monotonicMs());
      if (signal.aborted) break;
      say(words);
      begin(action, words);
      if (name !== null && name === until) {
        say(`the evening stops here (--until ${until})`);
        return await new Promise((ended) => signal.addEventListener('abort', () => ended(), { once: true }));
      }
    }
    await pause(beganMs + ROUND_MS / pace - clock.monotonicMs());
    if (signal.aborted) return;
    // A cable that still comes and goes is no part of the next evening.
    await Promise.all(underWay);
    say('the next evening begins');
  }
}

/** What carries an action out. */
function createHands(
  { hung, signs, websites, operator, venue, clock, signal, say }: EveningWorld,
  pause: (ms: number) => Promise<void>,
): (action: IncidentAction) => Promise<void> {
  const kioskOf = (index: number): VirtualKiosk => hung.kiosks[index]!;

  /** However long a busy machine takes. `mark`: of its moments, before it could. */
  async function connectsAgain(index: number, mark: number): Promise<void> {
    while (!signal.aborted)
      try {
        await kioskOf(index).moments.since(mark, 'it to connect again', ({ type }) => type === 'registered');
        return;
      } catch (error) {
        if (!(error instanceof WaitedInVain)) throw error;
        if (!signal.aborted) say(`${signs[index]!.name} (${signs[index]!.place}): ${error.message}; still waiting`);
      }
  }

  async function acknowledge(indexes: readonly number[], note: string): Promise<void> {
    const wanted = new Set(indexes.map((index) => hung.recordIds[index]));
    const giveUpMs = clock.monotonicMs() + OUTAGES_OPEN_WITHIN_MS;
    while (!signal.aborted) {
      const params = { id: venue.eventId };
      const list = await operator.list('GET /api/events/:id/outages', { params, query: { state: 'open' } });
      const ids = given('reading the outages', list)
        .items.filter(({ signId }) => wanted.has(signId))
        .map(({ id }) => id);
      if (ids.length === wanted.size || (ids.length > 0 && clock.monotonicMs() > giveUpMs)) {
        given('acknowledging', await operator.call('POST /api/outages/acknowledge', { body: { ids, note } }));
        return;
      }
      if (clock.monotonicMs() > giveUpMs) return;
      await pause(LOOK_EVERY_MS);
    }
  }

  return async (action) => {
    switch (action.do) {
      case 'power':
        for (const index of action.signs) {
          if (action.isOn) kioskOf(index).powerOn();
          else kioskOf(index).powerOff();
        }
        return;
      case 'host':
        return websites.setUp(action.host, action.isUp);
      case 'page':
        return websites.setBlank(signs[action.sign]!, action.isBlank);
      case 'flap':
        for (let time = 0; time < action.times && !signal.aborted; time += 1) {
          kioskOf(action.sign).setCable(false);
          await pause(action.outMs);
          const { moments } = kioskOf(action.sign);
          const mark = moments.mark();
          kioskOf(action.sign).setCable(true);
          await connectsAgain(action.sign, mark);
          await pause(action.inMs);
        }
        return;
      case 'restart': {
        kioskOf(action.sign).takeToRestart(action.awayMs);
        const params = { id: hung.recordIds[action.sign]! };
        given(
          'restarting',
          await operator.call('POST /api/signs/:id/commands', { params, body: { command: 'reboot' } }),
        );
        return;
      }
      case 'acknowledge':
        return acknowledge(action.signs, action.note);
    }
  };
}
