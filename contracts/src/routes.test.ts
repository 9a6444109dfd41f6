import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { describe, expect, test } from 'vitest';
import { COMMAND_NAMES, COMMAND_ROLES } from './rest/commands.ts';
import { Problem } from './rest/problem.ts';
import { ROUTES, routeAddress, type Route, type RouteKey } from './routes.ts';
import { arbitraryOf } from './testing/schema-arbitrary.ts';
import { unbounded } from './testing/unbounded-fields.ts';

const routes = Object.entries(ROUTES) as [RouteKey, Route][];
const inputs = routes.flatMap(([key, { params, query, body }]) =>
  Object.entries({ params, query, body }).flatMap(([part, schema]) =>
    schema ? [[`${part} of ${key}`, schema] satisfies [string, TSchema]] : [],
  ),
);

/** The role table of contract.md, section 3, literally, with the rest of better-auth's routes for sessions (3.1). */
const ROLE_TABLE = {
  none: `
    GET /health, GET /health/ready, GET /health/live, GET /api/openapi.json, GET /api/docs,
    POST /api/auth/sign-in/email, POST /api/auth/request-password-reset, POST /api/auth/reset-password,
    GET /api/invitations/:token, POST /api/invitations/:token/accept, GET /api/auth/get-session,
    GET /api/unsubscribe/:token, POST /api/unsubscribe/:token, GET /api/snooze/:token, POST /api/snooze/:token,
    POST /api/auth/two-factor/verify-totp, POST /api/auth/two-factor/verify-backup-code,
    POST /api/auth/passkey/generate-authenticate-options, POST /api/auth/passkey/verify-authentication`,
  any: `
    POST /api/auth/sign-out, GET /api/auth/list-sessions, POST /api/auth/revoke-session, POST /api/auth/update-user,
    POST /api/auth/change-password, POST /api/auth/two-factor/enable, POST /api/auth/two-factor/disable,
    POST /api/auth/two-factor/generate-backup-codes,
    GET /api/auth/passkey/list-user-passkeys, POST /api/auth/passkey/generate-register-options,
    POST /api/auth/passkey/verify-registration, POST /api/auth/passkey/delete-passkey,
    POST /api/auth/revoke-other-sessions, POST /api/auth/revoke-sessions,
    GET /api/me, GET /api/me/security-events, GET /api/organizations, POST /api/organizations, POST /api/push-subscriptions,
    DELETE /api/push-subscriptions, GET /api/push-subscriptions/key, GET /api/push-subscriptions, GET /api/notifications,
    POST /api/notifications/read, DELETE /api/signs/claim/:pendingId`,
  viewer: `
    GET /api/organizations/:id, GET /api/organizations/:id/hosts, GET /api/organizations/:id/url-check,
    GET /api/organizations/:id/members, GET /api/organizations/:id/events, GET /api/events/:id,
    GET /api/events/:id/summary, GET /api/events/:id/strips,
    GET /api/signs, GET /api/signs/snapshot, GET /api/signs/:id, GET /api/signs/:id/now, GET /api/signs/:id/commands,
    GET /api/signs/:id/history, GET /api/signs/:id/logs, GET /api/signs/:id/metrics, GET /api/signs/:id/content-fetches, GET /api/signs/:id/screenshot,
    GET /api/signs/:id/schedules, GET /api/events/:id/schedules, GET /api/events/:id/outages, GET /api/outages/:id, GET /api/events/:id/subscription,
    PUT /api/events/:id/subscription, POST /api/events/:id/subscription/preview,
    POST /api/events/:id/subscription/test, GET /api/content-fetches, GET /api/content-fetches/export`,
  operator: `
    POST /api/signs, PATCH /api/signs/:id, POST /api/signs/claim/start, POST /api/signs/claim, POST /api/signs/:id/link,
    POST /api/signs/:id/replace, GET /api/events/:id/claim-attempts, GET /api/events/:id/claim-attempts/summary,
    GET /api/events/:id/replacements, POST /api/signs/:id/commands, POST /api/signs/bulk,
    GET /api/bulk/:id, GET /api/bulk/:id/signs, POST /api/bulk/:id/undo, DELETE /api/signs/:id/override,
    PUT /api/signs/:id/schedules, DELETE /api/signs/:id/schedules, PUT /api/events/:id/schedules,
    DELETE /api/events/:id/schedules, POST /api/outages/acknowledge, DELETE /api/outages/acknowledge`,
  admin: `
    GET /api/organizations/:id/failed-deliveries, POST /api/organizations/:id/failed-deliveries/:deliveryId/retry,
    PATCH /api/organizations/:id, POST /api/organizations/:id/members, PATCH /api/organizations/:id/members/:userId,
    DELETE /api/organizations/:id/members/:userId, GET /api/organizations/:id/members/:userId/sessions,
    DELETE /api/organizations/:id/members/:userId/sessions, DELETE /api/organizations/:id/members/:userId/sessions/:sessionId,
    POST /api/organizations/:id/events, PATCH /api/events/:id,
    DELETE /api/events/:id, DELETE /api/signs/:id, POST /api/signs/:id/unregister,
    GET /api/signs/:id/clones, GET /api/events/:id/clones, POST /api/signs/:id/clones/:cloneId/decision, GET /api/audit, GET /api/audit/export,
    GET /api/audit/summary, GET /api/audit/verification, POST /api/audit/verification`,
  systemOwner: `
    GET /api/system, GET /api/system/figures, GET /api/system/warm-ups, GET /api/system/jobs,
    POST /api/system/jobs/:id/retry, POST /api/system/mfa-reset`,
};

describe('A2: one table of routes and roles', () => {
  test('A2: is the table of the contract', () => {
    const told = Object.entries(ROLE_TABLE).flatMap(([role, list]) => list.split(',').map((key) => [key.trim(), role]));
    expect(Object.fromEntries(routes.map(([key, { role }]) => [key, role]))).toEqual(Object.fromEntries(told));
  });

  test('A2: reboot_device is for admins, every other command for operators', () => {
    expect(COMMAND_NAMES.filter((name) => COMMAND_ROLES[name] !== 'operator')).toEqual(['reboot_device']);
    expect(COMMAND_ROLES.reboot_device).toBe('admin');
  });

  test('the table of routes has every row of every table in rest/, and no two tables share a key', async () => {
    const files = (await readdir(join(import.meta.dirname, 'rest'))).filter((file) => file.endsWith('.ts'));
    const modules = await Promise.all(
      files.map((file): Promise<object> => import(join(import.meta.dirname, 'rest', file))),
    );
    const tables = modules.flatMap(Object.entries).filter(([name]) => name.endsWith('Routes'));
    expect(tables.flatMap(([, table]) => Object.keys(table)).sort()).toEqual(Object.keys(ROUTES).sort());
  });

  test('a route’s key gives its row, method and path', () => {
    const { method, path }: { method: 'POST'; path: '/api/signs/claim' } = routeAddress('POST /api/signs/claim');
    expect([method, path]).toEqual(['POST', '/api/signs/claim']);
    expect(ROUTES['POST /api/signs/claim'].role).toBe('operator');
  });

  test.each(routes)('%s names its parameters, and says what it answers', (key, route) => {
    const names = [...key.matchAll(/:(\w+)/g)].map(([, name]) => name);
    expect(Object.keys((route.params as { properties?: object })?.properties ?? {})).toEqual(names);
    expect(Object.keys(route.response).length > 0).toBe(!route.produces);
    expect(key.startsWith('GET') && route.body).toBeFalsy();
  });
});

describe.each(inputs)('%s', (_, schema) => {
  const validator = Compile(schema);

  test('takes what fits, and refuses every unknown field (contract, introduction)', () => {
    fc.assert(
      fc.property(arbitraryOf(schema), (value) => {
        expect([...validator.Errors(value)]).toEqual([]);
        expect(validator.Check({ ...(value as object), ofTomorrow: 1 })).toBe(false);
      }),
      { numRuns: 20 },
    );
  });

  test('A5: refuses arbitrary JSON without a throw', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(typeof validator.Check(value)).toBe('boolean');
      }),
      { numRuns: 20 },
    );
  });

  test('A5: bounds every text, list and number from outside', () => {
    expect(unbounded(schema)).toEqual([]);
  });
});

describe('answers', () => {
  const answers = routes.flatMap(([key, { response, lines }]) =>
    Object.entries({ ...response, ...(lines && { 'a line': lines }) }).map(
      ([status, schema]) => [`${status} of ${key}`, schema] as const,
    ),
  );
  test.each([...answers, ['problem', Problem] as const])('%s takes what fits, with fields of tomorrow', (_, schema) => {
    const validator = Compile(schema);
    fc.assert(
      fc.property(arbitraryOf(schema), (value) => {
        expect([...validator.Errors(value)]).toEqual([]);
        const tomorrow = value === null || Array.isArray(value) ? value : { ...(value as object), ofTomorrow: 1 };
        expect(validator.Check(tomorrow)).toBe(true);
      }),
      { numRuns: 5 },
    );
  });
});
