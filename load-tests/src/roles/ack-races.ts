import type { Connection } from '../connection/connection.ts';
import { makeSecret } from '../contract.ts';
import { claimBody, claimed, isShed, outcomeOf, postClaim, tokenOf, type Crew } from '../crew/send-claim.ts';
import { identityOf, type Identity } from '../kiosks/identity-and-messages.ts';
import { failure, startKiosk, success, type ApplyLink, type Kiosk, type KioskHandlers } from '../kiosks/kiosk.ts';
import type { Plan } from '../plan/plan.ts';
import type { Reply, World } from '../ports.ts';
import { until } from './waiting-helpers.ts';

/** Acks that race. A claim is committed by the ack of its own device, with its own token, before its deadline, and by no other (promises C2, C5, C6). */

interface Race {
  world: World;
  token: string;
  identity: Identity;
  crew: Crew;
  /** The sign of the race, which answers a claim as told. */
  kiosk(applyLink: NonNullable<KioskHandlers['applyLink']>): Promise<Kiosk>;
  /** Another sign, which nobody claims. */
  stranger(): Promise<Kiosk>;
}

type Held = boolean;

const fails = (reply: Reply): boolean => outcomeOf(reply) === 'device_load_failed';
/** Throws the answer where the service had no time: of such a race nothing is known. */
async function claim(
  { world, crew, identity, token }: Race,
  body = claimBody(world, crew.owner, identity),
): Promise<Reply> {
  const reply = await postClaim(world, token, body);
  if (isShed(reply)) throw reply;
  return reply;
}

/** A success with a token that nobody gave out comes before the sign's own failure. */
async function forged(race: Race): Promise<Held> {
  await race.kiosk((request, connection) => {
    connection.emit('sign:link_ack', success({ ...request, claimToken: makeSecret(race.world.random) }));
    connection.emit('sign:link_ack', failure(request));
  });
  return fails(await claim(race));
}

/** Another device has the right token, and says success before the sign says failure. */
async function foreign(race: Race): Promise<Held> {
  const stranger = await race.stranger();
  await race.kiosk((request, connection) => {
    void stranger.connection
      .request('sign:link_ack', success(request))
      .catch(() => {})
      .then(() => connection.emit('sign:link_ack', failure(request)));
  });
  const reply = await claim(race);
  stranger.connection.close();
  return fails(reply);
}

/** The genuine ack comes five times, and the request three times at once: one record, told to all. */
async function duplicates(race: Race): Promise<Held> {
  const answer = (request: ApplyLink, connection: Connection): void => {
    for (let time = 0; time < 5; time += 1) connection.emit('sign:link_ack', success(request));
  };
  await race.kiosk(answer);
  const body = claimBody(race.world, race.crew.owner, race.identity);
  const replies = await Promise.all([claim(race, body), claim(race, body), claim(race, body)]);
  const ids = replies.map((reply) => claimed(reply)?.id);
  return ids[0] !== undefined && ids.every((id) => id === ids[0]);
}

/** The sign says failure, and success right after it. Nothing says which comes first; but one of them counts, and whoever asks again is told the same. */
async function changedMind(race: Race): Promise<Held> {
  await race.kiosk((request, connection) => {
    connection.emit('sign:link_ack', failure(request));
    connection.emit('sign:link_ack', success(request));
  });
  const body = claimBody(race.world, race.crew.owner, race.identity);
  const first = await claim(race, body);
  const again = await claim(race, body);
  if (fails(first)) return fails(again);
  return outcomeOf(first) === 'claimed' && outcomeOf(again) === 'replayed' && claimed(first)?.id === claimed(again)?.id;
}

/** After its deadline an ack counts for nothing. Asking again gives a new token, and the old one counts for nothing either. */
async function late(race: Race): Promise<Held> {
  const { clock } = race.world;
  let first: ApplyLink | null = null;
  await race.kiosk((request, connection) => {
    if (first === null) {
      first = request;
      // The backend's clock may be a little behind ours.
      void until(clock, Date.parse(request.expiresAt) + 500).then(() =>
        connection.emit('sign:link_ack', success(request)),
      );
      return;
    }
    connection.emit('sign:link_ack', success({ ...request, claimToken: first.claimToken }));
    connection.emit('sign:link_ack', failure(request));
  });
  const body = claimBody(race.world, race.crew.owner, race.identity);
  if (outcomeOf(await claim(race, body)) !== 'device_no_ack') return false;
  return fails(await claim(race, body));
}

const RACES = { forged, foreign, duplicates, changed_mind: changedMind, late } as const;
/** A late ack takes as long as the service waits for one, so there are few of them. */
const ORDER = [
  'forged',
  'foreign',
  'duplicates',
  'changed_mind',
  'forged',
  'duplicates',
  'foreign',
  'changed_mind',
  'late',
] as const;

/** One race: `number` of the run. */
export async function races(world: World, plan: Plan, crew: Crew, number: number): Promise<void> {
  const { url, seed } = plan.settings;
  const name = ORDER[number % ORDER.length]!;
  const identity = identityOf(`${seed}/races`, number);
  const tags = { part: 'races' };
  const kiosks: Kiosk[] = [];
  const start = async (who: Identity, handlers: KioskHandlers): Promise<Kiosk> => {
    const kiosk = await startKiosk(world, { url, identity: who, owner: null, tags }, handlers);
    kiosks.push(kiosk);
    return kiosk;
  };
  try {
    const isHeld = await RACES[name]({
      world,
      token: tokenOf(crew, number),
      identity,
      crew,
      kiosk: (applyLink) => start(identity, { applyLink }),
      stranger: () => start(identityOf(`${seed}/strangers`, number), {}),
    });
    world.record('served', true);
    world.record('race_held', isHeld, { race: name });
    if (!isHeld) world.warn(`race ${number} (${name}) failed: a forged ack was accepted, or the genuine one was not`);
  } catch (error) {
    world.record('served', !isShed(error));
    if (isShed(error)) return;
    world.record('race_held', false, { race: name });
    world.warn(`race ${number} (${name}) could not be run: ${(error as Error).message}`);
  } finally {
    for (const { connection } of kiosks) connection.close();
  }
}
