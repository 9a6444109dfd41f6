import type { Client } from '@sign-display/client/client';
import type { Sign } from '@sign-display/contracts/rest/signs';
import type { MeResponse } from '@sign-display/contracts/rest/session';
import type { Clock } from '@sign-display/contracts/clock-and-random';
import { asked } from '../api/session.ts';
import { isRequestedDevice } from './match-requested-device.ts';
import { mayBeServiceFault, type ServiceLife } from './service-fault.ts';
import type { Effect, ClaimEvent } from './machine-event-and-effect-types.ts';
import { createClaimedSignPoll } from './poll-picture-and-status.ts';
import { placeInTime } from './convert-server-time.ts';
import type { Attempt, EventChoice, TargetSign, Why } from './claim-state.ts';
import { createRequestTimeout, USUAL_MS } from './request-timeout.ts';

/** The requests of a claim. Each tells what came of it, and decides nothing. */

/** A page of a list: what most suggestions need, and no more on a slow network. */
const SIGNS_MOST = 200;

interface ServicePorts {
  client: Client;
  clock: Clock;
  organizations: MeResponse['organizations'];
  tell: (happening: ClaimEvent) => void;
}

const targetOf = ({ id, organizationId, eventId, name, location, url, device }: Sign): TargetSign => ({
  id,
  organizationId,
  eventId,
  name,
  location,
  url,
  shortCode: device?.shortCode ?? null,
});

/** A claim has its outcome within 20 s (contract, section 5), or the service is gone; then it is asked for again. */
const CLAIM_MS = 30_000;
/** A refusal waits no longer to be told than until it is known who is to blame. */
const LIFE_MS = 3_000;

export function createService({ client, clock, organizations, tell }: ServicePorts) {
  const within = createRequestTimeout(clock);
  const { look, end } = createClaimedSignPoll({ client, clock, tell });

  /** How long the service has been up, where that decides who is to blame; null: that isn't known, or decides nothing. */
  async function lifeOf(of: 'finding' | 'attempt', why: Why): Promise<ServiceLife | null> {
    if (why === null || !mayBeServiceFault(of, why)) return null;
    const answer = await within(LIFE_MS, (signal) => client.call('GET /health', { signal }));
    if (!answer.ok) return null;
    const { uptimeSeconds, presence } = answer.body;
    return { upMs: uptimeSeconds * 1_000, isWarmingUp: presence?.warmUp?.reason === 'start' };
  }

  async function askEvents(): Promise<void> {
    const lists = await Promise.all(
      organizations.map(async (organization) => ({
        organization,
        answer: await within(USUAL_MS, (signal) =>
          client.list('GET /api/organizations/:id/events', { signal, params: { id: organization.id } }),
        ),
      })),
    );
    const events: EventChoice[] = [];
    for (const { organization, answer } of lists) {
      if (!answer.ok) return tell({ type: 'no-events', why: answer.body });
      for (const { id, name, timeZone, startsAt } of answer.items)
        events.push({
          organizationId: organization.id,
          organization: organization.name,
          role: organization.role,
          eventId: id,
          event: name,
          timeZone,
          startsAt,
        });
    }
    tell({ type: 'events', events });
  }

  async function askTarget(signId: string): Promise<void> {
    const answer = await within(USUAL_MS, (signal) =>
      client.call('GET /api/signs/:id', { signal, params: { id: signId } }),
    );
    if (answer.ok) tell({ type: 'target', sign: targetOf(answer.body), isLinked: answer.body.device !== null });
    else tell({ type: 'no-target', signId, why: answer.body });
  }

  /** The prepared ones all, since one of them is picked; of the others a page. */
  async function askSigns({ organizationId, eventId }: EventChoice): Promise<void> {
    const query = { organizationId, eventId };
    const unlinkedOnly = { ...query, status: 'unlinked' as const };
    const [some, unlinked] = await Promise.all([
      within(USUAL_MS, (signal) => client.call('GET /api/signs', { signal, query: { ...query, limit: SIGNS_MOST } })),
      within(USUAL_MS, (signal) => client.list('GET /api/signs', { signal, query: unlinkedOnly })),
    ]);
    if (!some.ok || !unlinked.ok) return;
    const known = new Map([...unlinked.items, ...some.body.items].map((sign) => [sign.id, sign]));
    tell({ type: 'signs', eventId, signs: [...known.values()], isWhole: some.body.nextCursor === null });
  }

  async function askMoreSigns({ choice, stem }: Extract<Effect, { do: 'ask-more-signs' }>): Promise<void> {
    const { organizationId, eventId } = choice;
    const query = { organizationId, eventId, ...(stem !== null && { q: stem }) };
    const answer = await within(USUAL_MS, (signal) => client.list('GET /api/signs', { signal, query }));
    if (answer.ok) tell({ type: 'more-signs', eventId, signs: answer.items });
  }

  async function askAdmins(organizationId: string): Promise<void> {
    const answer = await within(USUAL_MS, (signal) =>
      client.list('GET /api/organizations/:id/members', { signal, params: { id: organizationId } }),
    );
    if (!answer.ok) return;
    const admins = answer.items.filter(({ role }) => role === 'admin' || role === 'owner');
    tell({ type: 'admins', names: admins.flatMap(({ name, email }) => name ?? email) });
  }

  /** Nothing is told where the sign is none of the organization's own, or where it has several with that code. */
  async function askOwner({ organizationId, asked: wanted }: Extract<Effect, { do: 'ask-owner' }>): Promise<void> {
    const query = { organizationId, q: wanted.shortCode };
    const signs = await within(USUAL_MS, (signal) => client.list('GET /api/signs', { signal, query }));
    const [sign, ...others] = signs.ok ? signs.items.filter(({ device }) => isRequestedDevice(wanted, device)) : [];
    if (!sign?.device || others.length > 0) return;
    const params = { id: sign.eventId };
    const made = await within(USUAL_MS, (signal) =>
      client.call('GET /api/events/:id/claim-attempts', { signal, params }),
    );
    const claim = made.ok
      ? made.body.items.find(({ outcome, signRecordId }) => outcome === 'committed' && signRecordId === sign.id)
      : undefined;
    const by = claim?.actor ? { userId: claim.actor.id, name: claim.actor.name, atWallMs: Date.parse(claim.at) } : null;
    tell({ type: 'owner', owner: { sign: targetOf(sign), device: sign.device, by } });
  }

  async function askHosts(organizationId: string): Promise<void> {
    const answer = await asked(client.call('GET /api/organizations/:id', { params: { id: organizationId } }));
    if (answer.ok) tell({ type: 'hosts', organizationId, hosts: answer.body.allowedUrlHosts });
  }

  async function start({ nth, asked: body }: Extract<Effect, { do: 'start' }>): Promise<void> {
    const sentAtMs = clock.monotonicMs();
    const answer = await within(USUAL_MS, (signal) => client.call('POST /api/signs/claim/start', { signal, body }));
    if (!answer.ok)
      return tell({ type: 'not-found', nth, why: answer.body, service: await lifeOf('finding', answer.body) });
    const trip = { sentAtMs, receivedAtMs: clock.monotonicMs() };
    tell({ type: 'found', nth, found: placeInTime(answer.body, answer.headers.get('date'), trip) });
  }

  /** Asks with an attempt, as often as it is sent: the same body under the same requestId. */
  async function askFor({ purpose, body, requestId }: Attempt) {
    if (purpose.is === 'new') {
      if (!('eventId' in body)) throw new Error('an attempt to claim a new sign must name its event');
      return within(CLAIM_MS, (signal) =>
        client.call('POST /api/signs/claim', { signal, body: { ...body, requestId } }),
      );
    }
    const options = { params: { id: purpose.sign.id }, body: { ...body, requestId } };
    return purpose.is === 'link'
      ? within(CLAIM_MS, (signal) => client.call('POST /api/signs/:id/link', { signal, ...options }))
      : within(CLAIM_MS, (signal) => client.call('POST /api/signs/:id/replace', { signal, ...options }));
  }

  async function send(attempt: Attempt): Promise<void> {
    const { requestId } = attempt;
    const answer = await askFor(attempt);
    if (answer.ok) tell({ type: 'claimed', requestId, answer: answer.body });
    else tell({ type: 'not-claimed', requestId, why: answer.body, service: await lifeOf('attempt', answer.body) });
  }

  return {
    'ask-events': () => askEvents(),
    'ask-target': ({ signId }: Extract<Effect, { do: 'ask-target' }>) => askTarget(signId),
    'ask-signs': ({ choice }: Extract<Effect, { do: 'ask-signs' }>) => askSigns(choice),
    'ask-more-signs': askMoreSigns,
    'ask-admins': ({ organizationId }: Extract<Effect, { do: 'ask-admins' }>) => askAdmins(organizationId),
    'ask-owner': askOwner,
    'ask-hosts': ({ organizationId }: Extract<Effect, { do: 'ask-hosts' }>) => askHosts(organizationId),
    start,
    'end-pending': async ({ pendingId }: Extract<Effect, { do: 'end-pending' }>) =>
      void (await asked(client.call('DELETE /api/signs/claim/:pendingId', { params: { pendingId } }))),
    send: ({ attempt }: Extract<Effect, { do: 'send' }>) => send(attempt),
    look,
    /** Nobody waits for that sign's picture any more. */
    endLook: end,
  };
}
