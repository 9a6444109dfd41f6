import type { Client } from '@sign-display/client/client';
import { asRead } from '@sign-display/contracts/allowed-characters';
import type { Sign } from '@sign-display/contracts/rest/signs';
import { done, wrongUsage } from './failure.ts';

/** Records as a person names them: by identifier or by name; the only one where none is named. Each throws a `Failure`. */

interface Named {
  id: string;
  name: string;
}

const NAMES_SHOWN = 10;
const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
const listed = (items: readonly Named[]): string =>
  `${items
    .slice(0, NAMES_SHOWN)
    .map(({ name }) => `“${name}”`)
    .join(', ')}${items.length > NAMES_SHOWN ? ', …' : ''}`;

const fold = (name: string): string => asRead(name).toLowerCase();

/** `how`: how one is named ("--event"), `make`: how to come by one. */
export function choose<One extends Named>(
  items: readonly One[],
  wanted: string | undefined,
  { kind, how, make }: { kind: string; how: string; make: string },
): One {
  if (items.length === 0) throw wrongUsage(`There is no ${kind} yet.`, make);
  const fits = [
    items.filter(({ id, name }) => wanted === undefined || wanted === id || wanted === name),
    items.filter(({ name }) => wanted !== undefined && fold(name) === fold(wanted)),
  ].find(({ length }) => length > 0);
  if (fits === undefined) throw wrongUsage(`No ${kind} is called “${wanted}”.`, `There is ${listed(items)}. ${make}`);
  if (fits.length > 1)
    throw wrongUsage(
      wanted === undefined ? `There are several ${kind}s.` : `Several ${kind}s are called “${wanted}”.`,
      wanted === undefined
        ? `Choose one with ${how}: ${listed(fits)}.`
        : `Give an identifier: ${fits.map(({ id }) => id).join(', ')}.`,
    );
  return fits[0]!;
}

export async function chooseOrganization(client: Client, wanted: string | undefined): Promise<Named> {
  const { organizations } = done(await client.call('GET /api/me')).body;
  const make = 'Ask an admin for an invitation.';
  return choose(organizations, wanted, { kind: 'organization', how: '--organization', make });
}

export async function chooseEvent(client: Client, organizationId: string, wanted: string | undefined) {
  const params = { id: organizationId };
  const { items } = done(await client.list('GET /api/organizations/:id/events', { params }));
  const make = 'Create one with "add-event NAME".';
  return choose(items, wanted, { kind: 'event', how: '--event', make });
}

/** By its identifier, its name or its device's short code. */
export async function chooseSign(client: Client, organization: string | undefined, wanted: string): Promise<Sign> {
  if (isUuid(wanted)) return done(await client.call('GET /api/signs/:id', { params: { id: wanted } })).body;
  const { id: organizationId } = await chooseOrganization(client, organization);
  const { items } = done(await client.list('GET /api/signs', { query: { organizationId, q: wanted } }));
  if (items.length === 0) throw wrongUsage(`No sign is called “${wanted}”.`, 'List the signs with "list".');
  const byCode = items.find(({ device }) => device?.shortCode === wanted.toUpperCase());
  if (byCode) return byCode;
  const make = 'List the signs with "list".';
  return choose(items, wanted, { kind: 'sign', how: 'its identifier', make });
}
