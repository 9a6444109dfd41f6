import { accepted, type Client } from '@sign-display/client/client';
import type { ClaimAttempt } from '@sign-display/contracts/rest/claims';
import { BEARER_HEADER } from '@sign-display/contracts/rest/session';
import type { Sign } from '@sign-display/contracts/rest/signs';
import type { Role } from '@sign-display/contracts/roles';
import type { BackendAccess } from './own-backend.ts';
import { eachInParallel } from '../waiting/each-in-parallel.ts';
import type { RestClient } from './rest-client.ts';

/** A signed-in person with the mobile app. */
export type Operator = Client;

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
  const owner = await signIn(client, email, password);
  const venue = await makeVenue(owner, venueName);
  const operators: Operator[] = [];
  for (let number = 1; number <= CREW_SIZE; number += 1) {
    operators.push(
      readInvitation === null
        ? await signIn(client, email, password)
        : await invitePerson(client, owner, venue, {
            email: `operator-${number}@simulation.example`,
            name: `Operator ${number}`,
            role: 'operator',
            password,
            readInvitation,
          }),
    );
  }
  return { url, venue, operators, owner };
}

/** Invites a person and accepts the invitation for them. Throws a `SetupError`. */
export async function invitePerson(
  client: RestClient,
  owner: Operator,
  { organizationId }: Venue,
  person: { email: string; name: string; role: Role; password: string; readInvitation: ReadInvitation },
): Promise<Operator> {
  const { email, name, role, password, readInvitation } = person;
  const params = { id: organizationId };
  given(
    `inviting ${email}`,
    await owner.call('POST /api/organizations/:id/members', { params, body: { email, role } }),
  );
  const token = await readInvitation(email);
  if (token === null) throw new SetupError(`no invitation was mailed to ${email}`);
  const body = { name, password };
  const accept = await client.as().call('POST /api/invitations/:token/accept', { params: { token }, body });
  return sessionOf(client, given(`accepting as ${email}`, accept));
}

/** Signs in (contract, section 3). Throws a `SetupError`. */
export async function signIn(client: RestClient, email: string, password: string): Promise<Operator> {
  const reply = await client
    .as()
    .call('POST /api/auth/sign-in/email', { body: { email, password } })
    .catch((cause: Error) => {
      throw new SetupError(`the backend can't be reached: ${cause.message}`, { cause });
    });
  if (reply.status === 401) throw new SetupError(`the backend rejected the password of ${email}`);
  return sessionOf(client, given('signing in', reply));
}

/** The person whose session an answer brings. */
function sessionOf(client: RestClient, { headers }: { headers: { get(name: string): string | null } }): Operator {
  const token = headers.get(BEARER_HEADER);
  if (token === null) throw new SetupError('the backend did not create a session');
  return client.as(token);
}

/** Makes a new organization and event, so that a run meets no records of an earlier one. */
async function makeVenue(owner: Operator, name: string): Promise<Venue> {
  const { body } = given('making an organization', await owner.call('POST /api/organizations', { body: { name } }));
  return await makeEvent(owner, body.id, name);
}

/** Makes an event in an organization. Throws a `SetupError`. */
export async function makeEvent(owner: Operator, organizationId: string, name: string): Promise<Venue> {
  const body = { name, timeZone: 'Europe/Berlin', venue: 'Simulated hall' };
  const params = { id: organizationId };
  const event = given('making an event', await owner.call('POST /api/organizations/:id/events', { params, body }));
  return { organizationId, eventId: event.body.id };
}

/** Every attempt at the venue's event, newest first (promise C10). Throws a `SetupError`. */
export async function listAttempts(owner: Operator, { eventId }: Pick<Venue, 'eventId'>): Promise<ClaimAttempt[]> {
  const params = { id: eventId };
  return given('reading the attempts', await owner.list('GET /api/events/:id/claim-attempts', { params })).items;
}

/**
 * Reads the sign records of `attempts`, each by its id. A failed attempt must have left no record (promise C3), so a 404 only means that there is
 * none.
 */
export async function readSigns(
  owner: Operator,
  attempts: readonly Pick<ClaimAttempt, 'signRecordId'>[],
): Promise<Sign[]> {
  const signs: Sign[] = [];
  await eachInParallel([...new Set(attempts.map(({ signRecordId }) => signRecordId))], READS_AT_ONCE, async (id) => {
    const reply = await owner.call('GET /api/signs/:id', { params: { id } });
    if (reply.status !== 404) signs.push(given(`reading sign ${id}`, reply).body);
  });
  return signs;
}

/** The answer, where it is no refusal; else throws a `SetupError`. */
export const given = <Answer extends Parameters<typeof accepted>[0]>(what: string, answer: Answer) =>
  accepted(answer, (problem) => {
    const words = JSON.stringify(problem).slice(0, 300);
    return new SetupError(`${what} returned ${problem.status} ${words}`);
  });
