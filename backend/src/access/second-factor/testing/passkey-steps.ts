import type {
  AuthenticationCredential,
  Passkey,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
} from '@sign-display/contracts/rest/passkeys';
import type { Person, Reply, TestService } from '../../testing/test-service.ts';
import type { Behaviour, SoftwareAuthenticator } from './software-authenticator.ts';

/** What a page of the service does with passkeys, over HTTP. */

export const ORIGIN = 'https://signs.example.org';
export const RP_ID = 'signs.example.org';

const route = (name: string): string => `/api/auth/passkey/${name}`;

function bodyOf<Body>({ status, body }: Reply): Body {
  if (status !== 200) throw new Error(`refused: ${JSON.stringify(body)}`);
  return body as Body;
}

export async function creationOptionsFor(person: Person): Promise<PasskeyCreationOptions> {
  const reply = await person.call('POST', route('generate-register-options'), {});
  return bodyOf<{ options: PasskeyCreationOptions }>(reply).options;
}

export async function requestOptionsOf(node: TestService): Promise<PasskeyRequestOptions> {
  const reply = await node.call('POST', route('generate-authenticate-options'), {});
  return bodyOf<{ options: PasskeyRequestOptions }>(reply).options;
}

/** Makes a passkey and sends it. */
export async function register(
  person: Person,
  authenticator: SoftwareAuthenticator,
  { name = 'Laptop', ...change }: Partial<Behaviour> & { name?: string } = {},
): Promise<Reply> {
  const response = authenticator.create(await creationOptionsFor(person), change);
  return await person.call('POST', route('verify-registration'), { name, response });
}

export async function addPasskeyOf(
  person: Person,
  authenticator: SoftwareAuthenticator,
  change: Partial<Behaviour> & { name?: string } = {},
): Promise<Passkey> {
  return bodyOf<{ passkey: Passkey }>(await register(person, authenticator, change)).passkey;
}

export async function passkeysOf(person: Person): Promise<Passkey[]> {
  return bodyOf<{ passkeys: Passkey[] }>(await person.call('GET', route('list-user-passkeys'))).passkeys;
}

export const removePasskeyOf = (person: Person, id: string): Promise<Reply> =>
  person.call('POST', route('delete-passkey'), { id });

export const sendAssertion = (
  node: TestService,
  response: AuthenticationCredential,
  headers: Record<string, string> = {},
): Promise<Reply> => node.call('POST', route('verify-authentication'), { response }, headers);

export async function signInBy(
  node: TestService,
  authenticator: SoftwareAuthenticator,
  change: Partial<Behaviour> = {},
): Promise<Reply> {
  return await sendAssertion(node, authenticator.get(await requestOptionsOf(node), change));
}
