import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { mkdtemp, rm } from 'node:fs/promises';
import { makeSecret, makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import type { Clock } from '@sign-display/contracts/clock-and-random';
import { PROBLEM_CONTENT_TYPE, Problem } from '@sign-display/contracts/rest/problem';
import type { Role } from '@sign-display/contracts/roles';
import { pino } from 'pino';
import { Compile } from 'typebox/compile';
import { systemClock } from '../../adapters/system-clock.ts';
import { systemRandom } from '../../adapters/system-random.ts';
import { buildApp, type App, type AppDeps } from '../../app.ts';
import { readConfig } from '../../config/config.ts';
import { faultOf } from '../../http/openapi/testing/check-answer.ts';
import type { Carrier } from '../../cluster/node-messaging.ts';
import type { Db } from '../../db/database-types.ts';
import { LOG_SAFETY } from '../../logging/log-secrets.ts';
import { createMetrics, type Metrics } from '../../metrics/metrics.ts';
import { KIOSK_STORM } from '../../node/deps.ts';
import { expectNothingCaught } from '../../testing/test-error-boundary.ts';
import { createMemoryTransport, type MemoryTransport } from '../../testing/memory-kiosks.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/create-test-database.ts';
import { SESSION_TTL_MS } from '../prolong-used-sessions.ts';
import { hashOfPassword, insertUser } from '../users-repository.ts';

/** The whole service on a database of its own, and people who can sign in to it. */

export const PASSWORD = 'correct horse battery staple';
export const AUTH_SECRET = 'a secret that is long enough for a test';
const isProblem = Compile(Problem);
/** One for all people of all services: a hash takes a core longer than most tests. */
const PASSWORD_HASH = hashOfPassword(PASSWORD);

export interface Reply {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  body: unknown;
}

/** A person with a session. */
export interface Person {
  id: string;
  email: string;
  token: string;
  call(method: Method, url: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
}

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

export interface TestService {
  app: App;
  database: TestDatabase;
  metrics: Metrics;
  /** What was logged, one JSON object a line. */
  logged: string[];
  outboxFolder: string;
  /** Where kiosks connect, once the app has started. */
  kiosks: MemoryTransport;
  call(method: Method, url: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  /** Makes an account with `PASSWORD`, and a session of it as signing in does. */
  makePerson(name: string, session?: { mfa?: boolean }): Promise<Person>;
  signIn(email: string, password: string): Promise<Reply>;
  /** Puts a person into an organization, or changes their role there. */
  setRole(organizationId: string, userId: string, role: Role): Promise<void>;
  close(): Promise<void>;
}

/** The problem that an answer holds; throws where it is none, or not of the contract's form. */
export function problemOf({ status, headers, body }: Reply): Problem {
  if (headers['content-type'] !== PROBLEM_CONTENT_TYPE || !isProblem.Check(body) || body.status !== status) {
    throw new Error(`not a problem: ${status} ${JSON.stringify(body)}`);
  }
  return body;
}

/** A session that begins now, as better-auth writes it; its signed token, as `set-auth-token` has it. Without the password, which costs a hash to try. */
export async function openSession(
  db: Db,
  clock: Clock,
  userId: string,
  { mfa = false }: { mfa?: boolean } = {},
): Promise<string> {
  const token = makeSecret(systemRandom);
  const at = new Date(clock.now());
  const times = { createdAt: at, updatedAt: at, expiresAt: new Date(clock.now() + SESSION_TTL_MS) };
  await db
    .insertInto('session')
    .values({ id: makeUuidV7(clock, systemRandom), token, userId, ...times, ipAddress: null, userAgent: null, mfa })
    .execute();
  return `${token}.${createHmac('sha256', AUTH_SECRET).update(token).digest('base64')}`;
}

/** Changes a record in the version that the person reads just before. */
export async function changeVersion(
  person: Pick<Person, 'call'>,
  method: 'PATCH' | 'PUT' | 'DELETE',
  url: string,
  body?: object,
): Promise<Reply> {
  const { headers } = await person.call('GET', url);
  return await person.call(method, url, body, { 'if-match': String(headers.etag ?? '"1"') });
}

export const patchOrganization = (person: Pick<Person, 'call'>, id: string, patch: object): Promise<Reply> =>
  changeVersion(person, 'PATCH', `/api/organizations/${id}`, patch);

export async function startTestService(
  options: {
    env?: Record<string, string>;
    clock?: Clock;
    database?: TestDatabase;
    carrier?: Carrier;
    outside?: Pick<AppDeps, 'sendMail' | 'sendPush' | 'pushEndpoints' | 'machine'>;
  } = {},
): Promise<TestService> {
  const database = options.database ?? (await createTestDatabase());
  const { db } = database;
  const clock = options.clock ?? systemClock;
  const logged: string[] = [];
  const kiosks = createMemoryTransport();
  const outboxFolder = await mkdtemp(join(tmpdir(), 'sign-display-outbox-'));
  const metrics = createMetrics();
  const app = await buildApp({
    // The people of most tests belong to nobody, and make the organization that the test is about.
    config: readConfig({ DATA_DIR: outboxFolder, ORGANIZATION_CREATION: 'anyone', ...options.env }),
    db,
    clock,
    random: systemRandom,
    log: pino({ level: 'debug', ...LOG_SAFETY }, { write: (line: string) => void logged.push(line) }),
    metrics,
    version: '0.0.0',
    authSecret: AUTH_SECRET,
    publicUrl: () => options.env?.PUBLIC_URL ?? 'http://127.0.0.1:3000',
    outboxFolder,
    makeKioskTransport: () => kiosks,
    ...(options.carrier && { carrier: options.carrier }),
    // A test's clock stands while kiosks come.
    ...(options.clock && { kioskStorm: { ...KIOSK_STORM, paceMs: 0 } }),
    ...options.outside,
  });
  app.start();
  // What is registered in plugins is there from then on, as after the first request.
  await app.http.ready();

  const call: TestService['call'] = async (method, url, body, headers = {}) => {
    const payload = body === undefined ? {} : { payload: JSON.stringify(body) };
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const response = await app.http.inject({
      method,
      url,
      ...payload,
      headers: { ...type, ...headers },
    });
    const isJson = /[/+]json/.test(String(response.headers['content-type']));
    const reply: Reply = {
      status: response.statusCode,
      headers: response.headers,
      body: isJson && response.body !== '' ? response.json() : null,
    };
    const fault = faultOf({ method, url }, reply);
    if (fault !== null) throw new Error(`not as in the contract: ${fault}`);
    return reply;
  };
  const signIn: TestService['signIn'] = (email, password) =>
    call('POST', '/api/auth/sign-in/email', { email, password });

  return {
    app,
    database,
    metrics,
    logged,
    outboxFolder,
    kiosks,
    call,
    signIn,
    async makePerson(name, session) {
      const email = `${name}@example.org`;
      const passwordHash = await PASSWORD_HASH;
      const id = await db
        .transaction()
        .execute((transaction) =>
          insertUser(transaction, { clock, random: systemRandom }, { email, name, passwordHash }),
        );
      const token = await openSession(db, clock, id, session);
      return {
        id,
        email,
        token,
        call: (method, url, body, headers) => call(method, url, body, { authorization: `Bearer ${token}`, ...headers }),
      };
    },
    async setRole(organizationId, userId, role) {
      await db
        .insertInto('member')
        .values({ organizationId, userId, role, createdAt: new Date() })
        .onConflict((conflict) => conflict.columns(['organizationId', 'userId']).doUpdateSet({ role }))
        .execute();
    },
    async close() {
      await app.drain();
      await expectNothingCaught(metrics);
      if (!options.database) await database.drop();
      await rm(outboxFolder, { recursive: true });
    },
  };
}
