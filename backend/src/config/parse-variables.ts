import { isIP } from 'node:net';
import { Type, type TSchema } from 'typebox';
import { Check } from 'typebox/value';
import { readContactUrl } from '../urls/contact-url.ts';
import { smtpAddress } from '../urls/parse-mail-address.ts';

/**
 * One kind of environment variable: how its text becomes a value, and what is said when it does not. `read` answers undefined
 * where the text does not fit.
 */
interface Variable<Value> {
  read(text: string): Value | undefined;
  /** Completes the sentence "expected …". */
  expected: string;
  /** Its text is never repeated, neither in errors nor in logs. */
  secret: boolean;
}

function variable<Value>(
  expected: string,
  schema: TSchema,
  convert: (text: string) => unknown,
  secret = false,
): Variable<Value> {
  return {
    expected,
    secret,
    read(text) {
      const value = convert(text);
      return Check(schema, value) ? (value as Value) : undefined;
    },
  };
}

/** Digits only, from `minimum` to `maximum`. */
export function wholeNumber(minimum: number, maximum: number): Variable<number> {
  return variable(
    `a whole number from ${minimum} to ${maximum}`,
    Type.Integer({ minimum, maximum }),
    // Bounded digits: Number('9'.repeat(400)) would be Infinity, and '1e3' or '0x10' were hardly meant.
    (text) => (/^[0-9]{1,15}$/.test(text) ? Number(text) : undefined),
  );
}

export const port = wholeNumber(0, 65_535);

export const flag: Variable<boolean> = variable('true, false, 1 or 0', Type.Boolean(), (text) => {
  const word = text.toLowerCase();
  if (word === 'true' || word === '1') return true;
  return word === 'false' || word === '0' ? false : undefined;
});

/** One of these words, exactly. */
export function word<const Words extends string[]>(words: readonly [...Words]): Variable<Words[number]> {
  return variable(`one of ${words.join(', ')}`, Type.Enum([...words]), (text) => text);
}

export function text(expected: string, schema: Parameters<typeof Type.String>[0]): Variable<string> {
  return variable(expected, Type.String(schema), (value) => value);
}

/** A text whose content stays unsaid. `minimum` and `maximum` count characters. */
export function secretText(minimum: number, maximum: number): Variable<string> {
  const schema = Type.String({ minLength: minimum, maxLength: maximum });
  return variable(`${minimum} to ${maximum} characters`, schema, (value) => value, true);
}

const NETWORK_WORDS = ['loopback', 'linklocal', 'uniquelocal'];

function isNetwork(text: string): boolean {
  if (NETWORK_WORDS.includes(text)) return true;
  const [address = '', bits, ...more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

/** The proxies that may say whose request they pass on: addresses, networks (10.0.0.0/8) and the three words, with commas. */
export const proxyList: Variable<string> = variable(
  `addresses or networks with commas between (10.0.0.5, 10.0.0.0/8; or ${NETWORK_WORDS.join(', ')})`,
  Type.String({ maxLength: 2_048 }),
  (value) => {
    const networks = value.split(',').map((one) => one.trim());
    return networks.every(isNetwork) ? networks.join(',') : undefined;
  },
);

/** Comma-separated e-mail addresses, as accounts have them: in lower case and with the ASCII form of their domains. */
export const emailList: Variable<readonly string[]> = variable(
  'e-mail addresses with commas between',
  Type.Array(Type.String({ pattern: '^[^\\s@<>,;]+@[^\\s@<>,;]+$', maxLength: 254 }), { minItems: 1, maxItems: 100 }),
  (value) => value.split(',').map((one) => smtpAddress(one.trim()).toLowerCase()),
);

const serverUrl = (url: URL, protocols: string[]) => protocols.includes(url.protocol);

/** The address of a server. Secret, because it may carry a password. */
export function connectionUrl(
  protocols: readonly string[],
  options: { hostNeeded: boolean; path?: RegExp },
): Variable<string> {
  const schemes = protocols.map((protocol) => `${protocol}//`);
  const read = (value: string) => {
    // `postgresql://user@/name?host=/run/postgresql` names a socket's folder: right for libpq and pg, but not for URL.
    const complete = options.hostNeeded ? value : value.replace(/^([a-z]+:\/\/[^/@]*@)\//, '$1localhost/');
    if (!URL.canParse(complete)) return undefined;
    const url = new URL(complete);
    const { pathname, hostname } = url;
    if (options.path && !options.path.test(pathname)) return undefined;
    return serverUrl(url, [...protocols]) && (hostname !== '' || !options.hostNeeded) ? value : undefined;
  };
  return variable(`an address that begins with ${schemes.join(' or ')}`, Type.String({ maxLength: 4_096 }), read, true);
}

/** How people on the internet reach the operator of the service. */
export const contactUrl: Variable<string> = variable(
  'a mail address, with or without mailto:, or an https URL, whose domain is public',
  Type.String({ maxLength: 320 }),
  readContactUrl,
);

/** Where browsers reach the service: scheme, host and port, nothing behind. Read as its origin, without a slash at the end. */
export const webOrigin: Variable<string> = variable(
  'an address like https://signs.example.org (http or https, without path, query or user)',
  Type.String({ maxLength: 2_048 }),
  (value) => {
    if (!URL.canParse(value)) return undefined;
    const url = new URL(value);
    const bare = url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '' && !url.password;
    return serverUrl(url, ['http:', 'https:']) && bare && !/[?#@]/.test(value) ? url.origin : undefined;
  },
);
