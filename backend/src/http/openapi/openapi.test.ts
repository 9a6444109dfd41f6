import { ROUTES, routeAddress, type Route, type RouteKey } from '@sign-display/contracts/routes';
import { Validator } from '@seriousme/openapi-schema-validator';
import { JobId } from '@sign-display/contracts/rest/system';
import type { TSchema } from 'typebox';
import { Errors } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../access/testing/test-service.ts';
import { nameOf } from './components.ts';
import { makeOpenApiDocument } from './document.ts';
import { EXAMPLES, PARAMETER_EXAMPLES } from './examples.ts';
import { servedRoutes } from './openapi-routes.ts';

interface Operation {
  operationId: string;
  security: object[];
  responses: Record<string, object>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: object };
}

const keys = Object.keys(ROUTES) as RouteKey[];
const whole = makeOpenApiDocument({
  version: '1.0.0',
  publicUrl: 'https://signs.example.org',
  cookieName: 'session',
  serves: () => true,
}) as unknown as Document;

const operationOf = (document: Document, key: RouteKey): Operation | undefined => {
  const { method, path } = routeAddress(key);
  return document.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
};

/** Every schema of JSON that a route takes or gives, with where it stands. */
const schemas = keys.flatMap((key) => {
  const { body, response }: Route = ROUTES[key];
  const answers = Object.entries(response).filter(([status]) => status !== '204');
  return [...(body ? [['body', body] as const] : []), ...answers].map(
    ([place, schema]) => [`${place} of ${key}`, schema as TSchema] as const,
  );
});

describe('the document', () => {
  test('is OpenAPI 3.1, and every reference in it leads somewhere', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate({ ...structuredClone(whole) });
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
    expect(validator.version).toBe('3.1');
    const names = [...JSON.stringify(whole).matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name!);
    expect(names.filter((name) => !(name in whole.components.schemas))).toEqual([]);
  });

  test('F4: the status of a refusal is an enum of an integer, which generators can merge with the problem', () => {
    const text = JSON.stringify(whole);
    expect(text).toContain('"status":{"type":"integer","enum":[404]}');
    expect(text).not.toMatch(/"status":\{"const":/);
  });

  test('F4: each variant of a command has a name, and so do its arguments and the kind of a message', () => {
    const schemas = whole.components.schemas as Record<
      string,
      { anyOf?: object[]; properties?: Record<string, object> }
    >;
    for (const union of ['CommandRequest', 'BulkAction']) {
      const variants = schemas[union]!.anyOf!;
      expect(variants.length).toBeGreaterThan(4);
      for (const variant of variants) expect(Object.keys(variant)).toEqual(['$ref']);
    }
    const commands = Object.values(schemas).filter(({ properties }) => properties?.['command'] && properties['args']);
    expect(commands.length).toBeGreaterThanOrEqual(10);
    expect(schemas['FetchLogsCommand']!.properties!['args']).toEqual({ $ref: '#/components/schemas/FetchLogsArgs' });
    expect(schemas['Notification']!.properties!['kind']).toEqual({ $ref: '#/components/schemas/MessageKind' });
  });

  test('has every route of the table, each under an id of its own', () => {
    expect(keys.filter((key) => operationOf(whole, key) === undefined)).toEqual([]);
    const ids = keys.map((key) => operationOf(whole, key)!.operationId);
    expect(new Set(ids).size).toBe(keys.length);
    expect(ids).toEqual(keys.map((key) => ROUTES[key].doc.id));
  });

  test.each(schemas)('the example of the %s fits its schema', (_place, schema) => {
    const name = nameOf(schema);
    expect(name).toBeDefined();
    expect(EXAMPLES).toHaveProperty(name!);
    expect([...Errors(schema, EXAMPLES[name!])]).toEqual([]);
  });

  test('holds no example of what is not there', () => {
    const used = new Set(schemas.map(([, schema]) => nameOf(schema)));
    expect(Object.keys(EXAMPLES).filter((name) => !used.has(name))).toEqual([]);
  });

  test('examples of parameters fit as well', () => {
    const parameters = keys.flatMap((key) => {
      const { params, query }: Route = ROUTES[key];
      return [params, query].flatMap((part) =>
        Object.entries((part as { properties?: object } | undefined)?.properties ?? {}),
      );
    });
    const told = parameters.filter(([name, schema]) => name in PARAMETER_EXAMPLES && schema !== JobId);
    expect(told.length).toBeGreaterThan(50);
    for (const [name, schema] of told) expect([...Errors(schema as TSchema, PARAMETER_EXAMPLES[name])]).toEqual([]);
  });

  test('A2: says who may, and how to be let in', () => {
    for (const key of keys) {
      const { security, responses } = operationOf(whole, key)!;
      const { role }: Route = ROUTES[key];
      if (role !== 'none') {
        expect(security).toEqual([{ bearer: [] }, { cookie: [] }]);
        expect(responses).toHaveProperty('401');
      }
      if (role === 'systemOwner') expect(responses).toHaveProperty('403');
      else if (role !== 'none' && role !== 'any')
        for (const status of ['403', '404']) expect(responses).toHaveProperty(status);
    }
  });
});

describe('over HTTP', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.close());

  test('the document is open to everybody, and has what is served, no less and no more', async () => {
    const { status, body, headers } = await service.call('GET', '/api/openapi.json');
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(/^application\/json/);
    const told = keys.filter((key) => operationOf(body as Document, key) !== undefined);
    expect(told).toEqual(servedRoutes(service.app.http as never));
    expect(told.length).toBeGreaterThan(30);
  });

  test('the page is open to everybody, fits a phone, and is whole without another host', async () => {
    const page = await service.app.http.inject('/api/docs');
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-type']).toMatch(/^text\/html/);
    expect(page.body).toContain('name="viewport"');
    const needed = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address!);
    expect(needed.filter((address) => !/^(\/api\/|data:,$)/.test(address))).toEqual([]);
    for (const address of needed.filter((one) => one.startsWith('/')))
      expect((await service.app.http.inject(address)).statusCode).toBe(200);
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toMatch(/script-src 'self';/);
    // Nothing in the page itself is a script.
    expect(page.body).not.toMatch(/<script>|\son\w+=/);
  });
});
