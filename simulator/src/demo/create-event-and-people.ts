import type { Clock } from '@sign-display/contracts/clock-and-random';
import type { Role } from '@sign-display/contracts/roles';
import { given, invitePerson, signIn, type Operator, type Venue } from '../backend/operators.ts';
import type { RestClient } from '../backend/rest-client.ts';

/** Who can sign in, by their role. */
export const PEOPLE = {
  owner: 'Maren Oyelaran',
  operator: 'Tim Brandt',
  viewer: 'Ada Novak',
} as const satisfies Partial<Record<Role, string>>;
export const emailOf = (role: keyof typeof PEOPLE): string => `${role}@lichterfest.example`;
const EVENT = { name: 'Lichterfest 2026', venue: 'Messe Nord, Hamburg' };
const STARTS_IN_MS = 17 * 60_000;
const LASTS_MS = 5 * 60 * 60_000;

interface VenueWorld {
  client: RestClient;
  clock: Clock;
  /** The token in the invitation that was mailed to that address; null where none was. */
  readInvitation(to: string): Promise<string | null>;
  /** Of all people. */
  password: string;
}

/** The event, and the people of it, each signed in. */
export async function openVenue({ client, clock, readInvitation, password }: VenueWorld) {
  const owner = await signIn(client, emailOf('owner'), password);
  given('naming the owner', await owner.call('POST /api/auth/update-user', { body: { name: PEOPLE.owner } }));
  const me = given('reading who is signed in', await owner.call('GET /api/me')).body;
  const organizationId = me.organizations[0]!.id;
  const startsMs = clock.now() + STARTS_IN_MS;
  const body = {
    ...EVENT,
    timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    startsAt: new Date(startsMs).toISOString(),
    endsAt: new Date(startsMs + LASTS_MS).toISOString(),
  };
  const params = { id: organizationId };
  const event = given(
    'making the event',
    await owner.call('POST /api/organizations/:id/events', { params, body }),
  ).body;
  const venue: Venue = { organizationId, eventId: event.id };
  const invite = (role: 'operator' | 'viewer'): Promise<Operator> =>
    invitePerson(client, owner, venue, {
      email: emailOf(role),
      name: PEOPLE[role],
      role,
      password,
      readInvitation,
    });
  const operator = await invite('operator');
  await invite('viewer');
  return { venue, owner, operator };
}
