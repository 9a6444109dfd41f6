import { ConnectRefused } from '../connection/connection.ts';
import type { Crew } from '../crew/send-claim.ts';
import { startBeats, type Beats } from '../kiosks/heartbeats.ts';
import { identityOf, type Identity } from '../kiosks/identity-and-messages.ts';
import { startKiosk, type Kiosk } from '../kiosks/kiosk.ts';
import type { Plan } from '../plan/plan.ts';
import { staysOf, type Stay } from '../plan/kiosk-connection-times.ts';
import type { World } from '../ports.ts';
import { until } from './waiting-helpers.ts';

const TAGS = { part: 'fleet' };
/** As the real agent waits (contract, section 5), but not for a minute: a run is short. */
const BACKOFF = { firstMs: 1_000, longestMs: 8_000 };

/** One virtual user: its share of the fleet, each kiosk by its plan. `beginMs`: when the run began, on k6's clock. */
export async function fleet(world: World, plan: Plan, crew: Crew, user: number, beginMs: number): Promise<void> {
  const { kiosks } = plan.settings;
  const lives: Promise<void>[] = [];
  for (let index = user; index < kiosks; index += plan.fleetUsers) {
    const stays = staysOf(plan.stages, index, kiosks, plan.stormsMs).map((stay) => ({
      ...stay,
      fromMs: beginMs + stay.fromMs,
      toMs: beginMs + stay.toMs,
    }));
    lives.push(live(world, plan, crew, index, stays));
  }
  await Promise.all(lives);
}

/** A kiosk's whole run. Its identity is made when it is due, because k6 takes some milliseconds for it: made all at once, a user's identities made its first kiosks seconds late. */
async function live(world: World, plan: Plan, crew: Crew, index: number, stays: readonly Stay[]): Promise<void> {
  let identity: Identity | null = null;
  for (const stay of stays) {
    await until(world.clock, stay.fromMs);
    identity ??= identityOf(plan.settings.seed, index);
    await stayOnce(world, plan, crew, index, identity, stay);
  }
}

/** From when the kiosk is to come until it goes, with every connection that this takes. */
async function stayOnce(
  world: World,
  plan: Plan,
  crew: Crew,
  index: number,
  identity: Identity,
  stay: Stay,
): Promise<void> {
  const { clock, record } = world;
  let dueMs = stay.fromMs;
  while (dueMs < stay.toMs) {
    await until(clock, dueMs);
    const ended = { tell: (): void => {} };
    const isLost = new Promise<'lost'>((resolve) => (ended.tell = () => resolve('lost')));
    const came = await comeIn(world, plan, crew, index, identity, stay, ended.tell);
    if (came === null) return;
    record('kiosk_connect_ms', clock.now() - dueMs);
    record('kiosks_registered', 1);
    const why = await Promise.race([isLost, until(clock, stay.toMs).then(() => 'time' as const)]);
    if (why === 'time') return await leave(came, stay);
    record('connections_lost', 1);
    dueMs = clock.now() + backoffMs(world, 0);
  }
}

const backoffMs = (world: World, tries: number): number =>
  world.random.float() * Math.min(BACKOFF.longestMs, BACKOFF.firstMs * 2 ** tries);

interface Present {
  kiosk: Kiosk;
  beats: Beats;
}

/** Connects, again and again until the kiosk is to go; null: it never came in. */
async function comeIn(
  world: World,
  plan: Plan,
  crew: Crew,
  index: number,
  identity: Identity,
  stay: Stay,
  lost: () => void,
): Promise<Present | null> {
  let beats: Beats | null = null;
  for (let tries = 0; world.clock.now() < stay.toMs; tries += 1) {
    try {
      const kiosk = await startKiosk(
        world,
        { url: plan.settings.url, identity, owner: crew.owner, tags: TAGS },
        {
          heartbeatAcked: (seq) => beats?.acked(seq),
          lost() {
            beats?.over('theirs');
            lost();
          },
        },
      );
      beats = startBeats(world, kiosk, index);
      return { kiosk, beats };
    } catch (error) {
      world.record('connects_refused', 1, { reason: error instanceof ConnectRefused ? error.code : 'error' });
    }
    await until(world.clock, world.clock.now() + backoffMs(world, tries));
  }
  return null;
}

async function leave({ kiosk, beats }: Present, { isCut }: Stay): Promise<void> {
  if (isCut) beats.over('ours');
  else await beats.stop();
  kiosk.connection.close();
}
