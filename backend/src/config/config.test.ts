import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const MACHINE = { platform: 'linux', isRoot: false, homeDirectory: '/home/anna' } as const;

/** Contract, section 6, word for word, and which proxies are believed. */
const NAMES =
  `HOST PORT METRICS_PORT PUBLIC_URL TRUST_PROXY DATA_DIR DATABASE_URL REDIS_URL BOOTSTRAP_EMAIL BOOTSTRAP_PASSWORD
  BOOTSTRAP_ORGANIZATION SYSTEM_OWNERS AUTH_SECRET LINK_HANDSHAKE_ENABLED SMTP_URL MAIL_FROM PUSH_CONTACT PUSH_ALLOW_PRIVATE PRIVATE_PAGES
  HEARTBEAT_INTERVAL_MS
  OFFLINE_AFTER_MS OFFLINE_GRACE_MS WARM_UP_MS PENDING_TTL_MS GROUP_WINDOW_MS LOAD_TIMEOUT_MS ACK_TIMEOUT_MS
  REACHABILITY_INTERVAL_MS RATE_LIMIT_PER_MINUTE SIGN_IN_LIMIT_PER_MINUTE SHORT_CODE_FAILURES ORGANIZATION_CREATION LOG_LEVEL
  NODE_ENV`.split(/\s+/);
const SECRETS = ['DATABASE_URL', 'REDIS_URL', 'SMTP_URL', 'BOOTSTRAP_PASSWORD', 'AUTH_SECRET'];

function problemsOf(env: Record<string, string | undefined>): readonly { variable: string; message: string }[] {
  try {
    readConfig(env, MACHINE);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems;
  }
}

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ minLength: 1 }),
  fc.integer().map(String),
  fc.double().map(String),
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
  fc.emailAddress(),
  fc.constantFrom('true', 'FALSE', '1e9', '0x10', ' 1', '-1', 'null', '://', 'http://', '9'.repeat(400), '\0', '\n'),
);
const anyEnvironment = fc.dictionary(fc.constantFrom(...NAMES), fc.option(anyText, { nil: undefined }));

describe('SYSTEM_OWNERS', () => {
  test('SYSTEM_OWNERS lists e-mail addresses and ignores their case', () => {
    const { systemOwners } = readConfig({ SYSTEM_OWNERS: 'Ada@Example.org, grace@example.org' }, MACHINE);
    expect(systemOwners).toEqual(['ada@example.org', 'grace@example.org']);
    expect(readConfig({}, MACHINE).systemOwners).toBeNull();
  });

  test('G19: SYSTEM_OWNERS lists an account with an international domain in both forms', () => {
    const { systemOwners } = readConfig({ SYSTEM_OWNERS: 'Anna@MÜLLER.example, anna@xn--mller-kva.example' }, MACHINE);
    expect(systemOwners).toEqual(['anna@xn--mller-kva.example', 'anna@xn--mller-kva.example']);
  });

  test.each([',', 'ada', 'ada@example.org,', 'ada@example.org;grace@example.org', 'a@b@c'])('%s lists none', (text) =>
    expect(problemsOf({ SYSTEM_OWNERS: text })).toMatchObject([{ variable: 'SYSTEM_OWNERS' }]),
  );
});

describe('TRUST_PROXY', () => {
  test.each([
    ['127.0.0.1', '127.0.0.1'],
    ['loopback, 10.0.0.0/8', 'loopback,10.0.0.0/8'],
    ['fd00::/8,::1', 'fd00::/8,::1'],
  ])('%s names proxies', (text, read) => {
    expect(readConfig({ TRUST_PROXY: text }, MACHINE).http.trustProxy).toBe(read);
  });

  test.each([
    'true',
    '*',
    '1',
    '10.0.0.0/33',
    '10.0.0.0/8/8',
    'proxy.example.org',
    '127.0.0.1,',
    '::/129',
    '10.0.0.0/',
  ])('%s does not: nobody is believed by mistake', (text) =>
    expect(problemsOf({ TRUST_PROXY: text })).toMatchObject([{ variable: 'TRUST_PROXY' }]),
  );

  test('without it nobody is believed', () => {
    expect(readConfig({}, MACHINE).http.trustProxy).toBeNull();
  });
});

describe('G18: PUSH_CONTACT', () => {
  test.each([
    ['ops@example.org', 'mailto:ops@example.org'],
    ['mailto:ops@example.org', 'mailto:ops@example.org'],
    ['MAILTO:Ops@Example.ORG', 'mailto:Ops@example.org'],
    ['ops@müller.example', 'mailto:ops@xn--mller-kva.example'],
    ['https://signs.example.org/contact', 'https://signs.example.org/contact'],
  ])('%s is a contact', (text, read) => {
    expect(readConfig({ PUSH_CONTACT: text }, MACHINE).push.contact).toBe(read);
  });

  test.each([
    'no-reply@localhost',
    'mailto:no-reply@localhost',
    'ops@signs.local',
    'ops@192.168.1.20',
    'ops@[192.168.1.20]',
    'ops',
    'mailto:',
    'Ops <ops@example.org>',
    'ops@example.org,ada@example.org',
    'mailto:ops@example.org?subject=x',
    'http://signs.example.org',
    'https://localhost',
    'https://192.168.1.20',
    'https://8.8.8.8',
    'https://ada:secret@signs.example.org',
    'tel:+431',
  ])('%s is refused', (text) =>
    expect(problemsOf({ PUSH_CONTACT: text })).toMatchObject([{ variable: 'PUSH_CONTACT' }]),
  );
});

describe('REDIS_URL', () => {
  test.each(['redis://127.0.0.1:6379', 'rediss://user:pass@redis.example.org/2'])('%s names a server', (url) => {
    expect(readConfig({ REDIS_URL: url }, MACHINE).redis.url).toBe(url);
  });

  test.each([
    '127.0.0.1:6379',
    'redis:',
    'redis://',
    'http://127.0.0.1:6379',
    'redis://127.0.0.1:99999',
    'redis://a/b',
    'true',
  ])('A5: %s does not, and is named in words, not repeated', (url) => {
    const [problem] = problemsOf({ REDIS_URL: url });
    expect(problem).toMatchObject({
      variable: 'REDIS_URL',
      message: expect.stringMatching(/redis:.*not shown/) as string,
    });
  });
});

describe('the environment', () => {
  test('A5: whatever it holds, it is accepted whole or refused with names of variables that were set', () => {
    fc.assert(
      fc.property(anyEnvironment, (env) => {
        for (const { variable, message } of problemsOf(env)) {
          expect(NAMES).toContain(variable);
          expect(message).toMatch(/^expected .*got /s);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('a wrong value is refused whatever else is set, and all of them at once', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.constantFrom(...NAMES)), anyText, (names, text) => {
        const alone = names.filter((name) => problemsOf({ [name]: text }).some(({ variable }) => variable === name));
        const together = problemsOf(Object.fromEntries(alone.map((name) => [name, text])));
        expect(together.map(({ variable }) => variable).sort()).toEqual(alone.sort());
      }),
    );
  });

  test('what a timer is set to is a time that a timer can hold', () => {
    fc.assert(
      fc.property(anyEnvironment, (env) => {
        if (problemsOf(env).length > 0) return;
        const { limits } = readConfig(env, MACHINE);
        for (const value of Object.values(limits)) {
          expect(Number.isInteger(value)).toBe(true);
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThan(2 ** 31);
        }
        expect(limits.offlineAfterMs).toBeGreaterThan(limits.heartbeatIntervalMs);
        expect(limits.ackTimeoutMs).toBeGreaterThan(limits.loadTimeoutMs);
      }),
      { numRuns: 500 },
    );
  });

  test('a secret is not repeated in the error', () => {
    fc.assert(
      fc.property(fc.constantFrom(...SECRETS), fc.stringMatching(/^[a-z]{4,7}$/), (name, secret) => {
        const text = `nonsense-${secret.toUpperCase()}`.slice(name === 'BOOTSTRAP_PASSWORD' ? -7 : 0);
        const [problem] = problemsOf({ [name]: text });
        expect(problem?.variable).toBe(name);
        expect(problem?.message).not.toContain(text);
      }),
    );
  });

  test('the message is readable: what was expected, what was got, one line each', () => {
    const env = { PORT: 'abc', LOG_LEVEL: 'loud', AUTH_SECRET: 'short', PUBLIC_URL: 'https://a.example/path' };
    expect(() => readConfig(env, MACHINE)).toThrow(
      [
        '4 settings are wrong:',
        '  PORT: expected a whole number from 0 to 65535, got "abc"',
        '  PUBLIC_URL: expected an address like https://signs.example.org (http or https, without path, query or user), got "https://a.example/path"',
        '  AUTH_SECRET: expected 32 to 1024 characters, got 5 characters (not shown)',
        '  LOG_LEVEL: expected one of fatal, error, warn, info, debug, trace, silent, got "loud"',
      ].join('\n'),
    );
  });
});

describe('defaults', () => {
  test('an empty environment gives those of the contract, as do empty variables', () => {
    const empty = Object.fromEntries(NAMES.map((name) => [name, '']));
    expect(readConfig(empty, MACHINE)).toEqual(readConfig({}, MACHINE));
    expect(readConfig({}, MACHINE)).toMatchObject({
      http: { host: '127.0.0.1', port: 3_000, publicUrl: null },
      metrics: { port: 9_464 },
      database: { url: null },
      redis: { url: null },
      bootstrap: { email: null, password: null, organization: 'My organization' },
      handshakeEnabled: true,
      organizationCreation: 'admins',
      push: { allowPrivate: false },
      limits: {
        heartbeatIntervalMs: 5_000,
        offlineAfterMs: 15_000,
        pendingTtlMs: 600_000,
        loadTimeoutMs: 15_000,
        ackTimeoutMs: 20_000,
        requestsPerMinute: 300,
        signInsPerMinute: 10,
        shortCodeFailures: 5,
      },
    });
  });

  test('A4: PRIVATE_PAGES lets the pages of this machine in only where nobody comes from another one', () => {
    const own = [{}, { HOST: '::1' }, { HOST: 'localhost' }, { HOST: '0.0.0.0', PUBLIC_URL: 'http://127.0.0.1:3000' }];
    const others = [{ HOST: '0.0.0.0' }, { HOST: '192.168.1.5' }, { PUBLIC_URL: 'https://signs.example.org' }];
    for (const env of own) expect(readConfig(env, MACHINE).privatePages).toBe('loopback');
    for (const env of others) expect(readConfig(env, MACHINE).privatePages).toBe('ask');
    expect(readConfig({ HOST: '::', PRIVATE_PAGES: 'allow' }, MACHINE).privatePages).toBe('allow');
  });

  test('the settings are frozen, to the last', () => {
    const config = readConfig({}, MACHINE);
    expect(Object.isFrozen(config) && Object.isFrozen(config.limits) && Object.isFrozen(config.http)).toBe(true);
  });

  test('of a pair of times, the default gives way to the one that is set', () => {
    expect(readConfig({ ACK_TIMEOUT_MS: '2000' }, MACHINE).limits).toMatchObject({
      loadTimeoutMs: 1_500,
      ackTimeoutMs: 2_000,
    });
    expect(readConfig({ LOAD_TIMEOUT_MS: '60000' }, MACHINE).limits).toMatchObject({ ackTimeoutMs: 65_000 });
    expect(readConfig({ OFFLINE_AFTER_MS: '3000' }, MACHINE).limits).toMatchObject({ heartbeatIntervalMs: 1_000 });
    expect(readConfig({ HEARTBEAT_INTERVAL_MS: '60000' }, MACHINE).limits).toMatchObject({ offlineAfterMs: 180_000 });
    expect(readConfig({ HEARTBEAT_INTERVAL_MS: '500' }, MACHINE).limits).toMatchObject({ offlineAfterMs: 15_000 });
  });

  test('a pair that is set against itself is refused, with both values', () => {
    expect(problemsOf({ OFFLINE_AFTER_MS: '3000', HEARTBEAT_INTERVAL_MS: '3000' })).toMatchObject([
      {
        variable: 'OFFLINE_AFTER_MS',
        message: expect.stringMatching(/HEARTBEAT_INTERVAL_MS \(3000\).*got 3000/) as string,
      },
    ]);
    expect(problemsOf({ ACK_TIMEOUT_MS: '1000', LOAD_TIMEOUT_MS: '2000' })).toMatchObject([
      { variable: 'ACK_TIMEOUT_MS' },
    ]);
  });
});

describe('values', () => {
  const accepted: [string, string][] = [
    ['HOST', '0.0.0.0'],
    ['HOST', '::1'],
    ['HOST', 'signs.example.org'],
    ['PORT', '0'],
    ['PORT', '65535'],
    ['PUBLIC_URL', 'https://signs.example.org:8443/'],
    ['DATABASE_URL', 'postgres://user:pass@db.example.org:5432/signs?sslmode=require'],
    ['DATABASE_URL', 'postgresql:///signs?host=/run/postgresql'],
    ['DATABASE_URL', 'postgresql://postgres@/signs?host=%2Frun%2Fpostgresql'],
    ['REDIS_URL', 'rediss://:secret@cache:6379/0'],
    ['SMTP_URL', 'smtp://mail.example.org:587'],
    ['BOOTSTRAP_EMAIL', 'owner@example.org'],
    ['MAIL_FROM', 'Signs <signs@example.org>'],
    ['MAIL_FROM', 'signs@localhost'],
    ['LINK_HANDSHAKE_ENABLED', 'False'],
    ['NODE_ENV', 'staging'],
  ];
  test.for(accepted)('%s may be %s', ([name, text]) => expect(problemsOf({ [name]: text })).toEqual([]));

  const refused: [string, string][] = [
    ['HOST', 'http://localhost'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '3000 '],
    ['PORT', '3e3'],
    ['PUBLIC_URL', 'ftp://signs.example.org'],
    ['PUBLIC_URL', 'https://anna@signs.example.org'],
    ['PUBLIC_URL', 'https://signs.example.org/?'],
    ['PUBLIC_URL', 'signs.example.org'],
    ['DATABASE_URL', 'mysql://db/signs'],
    ['DATABASE_URL', 'db.example.org'],
    ['REDIS_URL', 'http://cache:6379'],
    ['SMTP_URL', 'mail.example.org'],
    ['BOOTSTRAP_EMAIL', 'owner'],
    ['BOOTSTRAP_PASSWORD', 'seven77'],
    ['BOOTSTRAP_ORGANIZATION', '   '],
    ['AUTH_SECRET', 'x'.repeat(31)],
    ['LINK_HANDSHAKE_ENABLED', 'yes'],
    ['HEARTBEAT_INTERVAL_MS', '0'],
    ['PENDING_TTL_MS', '2147483648'],
    ['WARM_UP_MS', '1.5'],
    ['LOG_LEVEL', 'INFO'],
  ];
  test.for(refused)('%s may not be %s', ([name, text]) =>
    expect(problemsOf({ [name]: text })).toMatchObject([{ variable: name }]),
  );

  test('the public address is kept without a slash at its end', () => {
    expect(readConfig({ PUBLIC_URL: 'https://Signs.Example.org/' }, MACHINE).http.publicUrl).toBe(
      'https://signs.example.org',
    );
  });
});

describe('the data directory', () => {
  const place = (machine: Parameters<typeof readConfig>[1], env = {}) => readConfig(env, machine).dataDirectory;

  test('is a folder of its own in the data folder of the user, as each platform has it', () => {
    expect(place(MACHINE)).toBe('/home/anna/.local/share/sign-display-service');
    expect(place(MACHINE, { XDG_DATA_HOME: '/data' })).toBe('/data/sign-display-service');
    expect(place(MACHINE, { XDG_DATA_HOME: 'relative' })).toBe('/home/anna/.local/share/sign-display-service');
    expect(place({ platform: 'darwin', isRoot: false, homeDirectory: '/Users/anna' })).toBe(
      '/Users/anna/Library/Application Support/sign-display-service',
    );
  });

  test('is outside of the home for root, also where XDG_DATA_HOME points there', () => {
    const root = { platform: 'linux', isRoot: true, homeDirectory: '/root' } as const;
    expect(place(root, { XDG_DATA_HOME: '/root/.local/share' })).toBe('/var/lib/sign-display-service');
  });

  test('must be named where the user has no home', () => {
    const homeless = { ...MACHINE, homeDirectory: null };
    expect(() => place(homeless)).toThrow(/DATA_DIR: expected to be set/);
    expect(place(homeless, { DATA_DIR: '/data' })).toBe('/data');
  });

  test('is made absolute', () => {
    expect(place(MACHINE, { DATA_DIR: 'data' })).toBe(`${process.cwd()}/data`);
  });
});
