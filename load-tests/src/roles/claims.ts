import { claimBody, claimed, isShed, outcomeOf, postClaim, tokenOf, type Crew } from '../crew/send-claim.ts';
import { identityOf } from '../kiosks/identity-and-messages.ts';
import { failure, startKiosk, success } from '../kiosks/kiosk.ts';
import type { Plan } from '../plan/plan.ts';
import type { World } from '../ports.ts';

/** Of ten claims one sign can't load its page, and one claim is asked for again with its requestId, as an app does that lost the answer. */
const EVERY = 10;
const FAILS = 3;
const REPEATED = 7;

/** One claim of a sign that was never seen before: `number` of the run. */
export async function claims(world: World, plan: Plan, crew: Crew, number: number): Promise<void> {
  const { url, seed } = plan.settings;
  const identity = identityOf(`${seed}/claims`, number);
  const kind = number % EVERY;
  const answer = kind === FAILS ? failure : success;
  const kiosk = await startKiosk(
    world,
    { url, identity, owner: null, tags: { part: 'claims' } },
    { applyLink: (request, connection) => connection.emit('sign:link_ack', answer(request)) },
  ).catch((error: Error) => {
    world.record('served', !isShed(error));
    if (isShed(error)) return null;
    world.record('claim_outcomes', 1, { code: 'kiosk_refused' });
    world.record('claim_as_expected', false);
    world.warn(`the kiosk for claim ${number} could not connect: ${error.message}`);
    return null;
  });
  if (kiosk === null) return;
  const token = tokenOf(crew, number);
  const body = claimBody(world, crew.owner, identity);
  const beganMs = world.clock.now();
  const reply = await postClaim(world, token, body);
  world.record('served', !isShed(reply));
  if (isShed(reply)) return kiosk.connection.close();
  world.record('claim_ms', world.clock.now() - beganMs);
  const outcome = outcomeOf(reply);
  world.record('claim_outcomes', 1, { code: outcome });
  let isExpected = outcome === (kind === FAILS ? 'device_load_failed' : 'claimed');
  if (!isExpected) world.warn(`claim ${number} ended with ${outcome}: ${reply.text().slice(0, 300)}`);
  if (kind === REPEATED) {
    const again = await postClaim(world, token, body);
    world.record('served', !isShed(again));
    if (isShed(again)) return kiosk.connection.close();
    world.record('claim_outcomes', 1, { code: outcomeOf(again) });
    const isSame = outcomeOf(again) === 'replayed' && claimed(again)?.id === claimed(reply)?.id;
    if (isExpected && !isSame)
      world.warn(
        `the repeat of claim ${number} did not return the same sign and ended with ${outcomeOf(again)}: ${again.text().slice(0, 300)}`,
      );
    isExpected &&= isSame;
  }
  world.record('claim_as_expected', isExpected);
  kiosk.connection.close();
}
