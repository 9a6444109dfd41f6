import type { ClaimAttempt, ClaimRequest, ClaimStartRequest } from '@sign-display/contracts/rest/claims';
import type { Sign } from '@sign-display/contracts/rest/signs';
import type { Role } from '@sign-display/contracts/roles';
import type { BackendAccess } from './own-backend.ts';
import { eachAtOnce } from '../waiting/each-at-once.ts';
import type { CallOptions, Method, RestClient, RestReply } from './rest-client.ts';

/** A signed-in person with the mobile app, and the REST calls of a claim. */
export interface Operator {
  start(body: ClaimStartRequest): Promise<RestReply>;
  claim(body: ClaimRequest, signal?: AbortSignal): Promise<RestReply>;
  /** Any other call as this person. */
  call(method: Method, path: string, options?: Omit<CallOptions, 'token'>): Promise<RestReply>;
}

const READS_AT_ONCE = 8;

/** Where a run's signs go. */
export interface Venue {
  organizationId: string;
  eventId: string;
}

/** The backend refused a call that the run can't do without. */
export class SetupError extends Error {
  override name = 'SetupError';
}

/** Everybody who claims in one run. */
export interface Crew {
  url: string;
  venue: Venue;
  /** Each is another person; against a running backend, another session of one person. */
  operators: Operator[];
  /** The owner of the organization. */
  owner: Operator;
  /** The owner's bearer token, for reading records. */
  token: string;
}

const CREW_SIZE = 4;

/** Gives the invitation token that was mailed to an address; null where none was. */
type ReadInvitation = (email: string) => Promise<string | null>;

/**
 * Signs in, makes a venue called `venueName`, and gathers the crew. Where we can read their mail, each operator is an invited person with the role
 * `operator`; otherwise each is a session of the one person. Throws a `SetupError`.
 */
export async function hireOperators(
  client: RestClient,
  { url, email, password }: BackendAccess,
  venueName: string,
  readInvitation: ReadInvitation | null,
): Promise<Crew> {
  const token = await signIn(client, email, password);
  const venue = await makeVenue(client, token, venueName);
  const operators: Operator[] = [];
  for (let number = 1; number <= CREW_SIZE; number += 1) {
    const session =
      readInvitation === null
        ? await signIn(client, email, password)
        : await invitePerson(client, token, venue, {
            email: `operator-${number}@simulation.example`,
            name: `Operator ${number}`,
            role: 'operator',
            password,
            readInvitation,
          });
    operators.push(createOperator(client, session));
  }
  return { url, venue, token, operators, owner: createOperator(client, token) };
}

/** Invites a person, accepts the invitation for them, and returns their bearer token. Throws a `SetupError`. */
export async function invitePerson(
  client: RestClient,
  token: string,
  { organizationId }: Venue,
  person: { email: string; name: string; role: Role; password: string; readInvitation: ReadInvitation },
): Promise<string> {
  const { email, name, role, password, readInvitation } = person;
  const path = `/api/organizations/${organizationId}/members`;
  const invited = await client.call('POST', path, { token, body: { email, role } });
  if (invited.status !== 201) throw unexpected(`inviting ${email}`, invited);
  const invitation = await readInvitation(email);
  if (invitation === null) throw new SetupError(`no invitation was mailed to ${email}`);
  const body = { name, password };
  const accepted = await client.call('POST', `/api/invitations/${invitation}/accept`, { body });
  const session = accepted.headers['set-auth-token'];
  if (accepted.status !== 200 || typeof session !== 'string') throw unexpected(`accepting as ${email}`, accepted);
  return session;
}

/** Signs in (contract, section 3) and returns the bearer token. */
async function signIn(client: RestClient, email: string, password: string): Promise<string> {
  const reply = await client
    .call('POST', '/api/auth/sign-in/email', { body: { email, password } })
    .catch((cause: Error) => {
      throw new SetupError(`the backend can't be reached: ${cause.message}`, { cause });
    });
  const token = reply.headers['set-auth-token'];
  if (reply.status === 401) throw new SetupError(`the backend does not know ${email} with that password`);
  if (reply.status !== 200 || typeof token !== 'string') throw unexpected('signing in', reply);
  return token;
}

/** Makes a new organization and event, so that a run meets no records of an earlier one. */
async function makeVenue(client: RestClient, token: string, name: string): Promise<Venue> {
  const organization = await client.call('POST', '/api/organizations', { token, body: { name } });
  const organizationId = organization.body?.['id'];
  if (organization.status !== 201 || typeof organizationId !== 'string')
    throw unexpected('making an organization', organization);
  return await makeEvent(client, token, organizationId, name);
}

/** Makes an event in an organization. Throws a `SetupError`. */
export async function makeEvent(
  client: RestClient,
  token: string,
  organizationId: string,
  name: string,
): Promise<Venue> {
  const event = await client.call('POST', `/api/organizations/${organizationId}/events`, {
    token,
    body: { name, timeZone: 'Europe/Berlin', venue: 'Simulated hall' },
  });
  const eventId = event.body?.['id'];
  if (event.status !== 201 || typeof eventId !== 'string') throw unexpected('making an event', event);
  return { organizationId, eventId };
}

export function createOperator(client: RestClient, token: string): Operator {
  return {
    start: (body) => client.call('POST', '/api/signs/claim/start', { token, body }),
    call: (method, path, options = {}) => client.call(method, path, { ...options, token }),
    claim: (body, signal) => client.call('POST', '/api/signs/claim', { token, body, signal }),
  };
}

/** Every attempt at the venue's event, newest first (promise C10). */
export function listAttempts(
  client: RestClient,
  token: string,
  { eventId }: Pick<Venue, 'eventId'>,
): Promise<ClaimAttempt[]> {
  return listAll<ClaimAttempt>(client, token, `/api/events/${eventId}/claim-attempts?limit=200`);
}

/**
 * Reads the sign records of `attempts`, each by its id. A failed attempt must have left no record (promise C3), so a 404 only means that there is
 * none.
 */
export async function readSigns(
  client: RestClient,
  token: string,
  attempts: readonly Pick<ClaimAttempt, 'signRecordId'>[],
): Promise<Sign[]> {
  const signs: Sign[] = [];
  await eachAtOnce([...new Set(attempts.map(({ signRecordId }) => signRecordId))], READS_AT_ONCE, async (id) => {
    const reply = await client.call('GET', `/api/signs/${id}`, { token });
    if (reply.status === 200) signs.push(reply.body as unknown as Sign);
    else if (reply.status !== 404) throw unexpected(`reading sign ${id}`, reply);
  });
  return signs;
}

/** Every item of a list, page by page. Throws a `SetupError`. */
export async function listAll<Item>(client: RestClient, token: string, path: string): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | null = null;
  do {
    const next: string = cursor === null ? path : `${path}&cursor=${encodeURIComponent(cursor)}`;
    const reply = await client.call('GET', next, { token });
    const page = reply.body as { items?: Item[]; nextCursor?: string | null } | null;
    if (reply.status !== 200 || !Array.isArray(page?.items)) throw unexpected(`reading ${path}`, reply);
    items.push(...page.items);
    cursor = page.nextCursor ?? null;
  } while (cursor !== null);
  return items;
}

export function unexpected(what: string, { status, body }: RestReply): SetupError {
  return new SetupError(`${what} was answered with ${status} ${JSON.stringify(body)?.slice(0, 300)}`);
}
