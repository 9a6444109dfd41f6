/** Claims a sign with the TypeScript client that was generated from the service's OpenAPI document: claim.ts URL EMAIL PASSWORD CODE PAGE. */
import createClient from 'openapi-fetch';
import type { paths } from './generated.ts';

const [baseUrl = '', email = '', password = '', code = '', page = ''] = process.argv.slice(2);

function fail(what: string, got: unknown): never {
  throw new Error(`${what}: ${JSON.stringify(got)}`);
}

const nobody = createClient<paths>({ baseUrl });
const signedIn = await nobody.POST('/api/auth/sign-in/email', { body: { email, password } });
const token = signedIn.response.headers.get('set-auth-token') ?? fail('no token', signedIn.error);
const client = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${token}` } });

const organization = await client.POST('/api/organizations', { body: { name: 'Opera' } });
const { id: organizationId } = organization.data ?? fail('no organization', organization.error);
const event = await client.POST('/api/organizations/{id}/events', {
  params: { path: { id: organizationId } },
  body: { name: 'Ball', timeZone: 'Europe/Vienna' },
});
const { id: eventId } = event.data ?? fail('no event', event.error);

const claim = (shortCode: string) =>
  client.POST('/api/signs/claim', {
    body: { organizationId, eventId, name: 'Foyer', location: 'Hall 1', url: page, shortCode },
  });

const unknown = await claim('000000');
if (unknown.error?.code !== 'short_code_unknown') fail('an unknown code', unknown);

const claimed = await claim(code);
const { sign, handshake } = claimed.data ?? fail('not claimed', claimed.error);
if (handshake !== 'acknowledged') fail('not by the kiosk', claimed.data);
const listed = await client.GET('/api/signs', { params: { query: { organizationId } } });
if (listed.data?.items.map(({ id }) => id).join() !== sign.id) fail('not in the list', listed);

const params = { path: { id: sign.id } };
const sent = await client.POST('/api/signs/{id}/commands', { params, body: { command: 'refresh' } });
if (sent.data === undefined) fail('no command', sent.error);
process.stdout.write(`TypeScript: ${sign.name} is claimed and was told to refresh\n`);
