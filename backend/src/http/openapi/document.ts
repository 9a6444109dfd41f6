import { problemOf, type RestRefusal } from '../problem.ts';
import { ERROR_CODES, type RestErrorCode } from '@sign-display/contracts/error-codes';
import { COMMAND_ROLES } from '@sign-display/contracts/rest/commands';
import { PROBLEM_CONTENT_TYPE, Problem } from '@sign-display/contracts/rest/problem';
import { BEARER_HEADER } from '@sign-display/contracts/rest/session';
import { SCREENSHOT_TIME_HEADER } from '@sign-display/contracts/rest/telemetry';
import { ROUTES, routeAddress, type Route, type RouteKey } from '@sign-display/contracts/routes';
import { Timestamp } from '@sign-display/contracts/schema';
import type { TSchema } from 'typebox';
import { Check } from 'typebox/value';
import { collectComponents, nameOf, type Components } from './components.ts';
import { EXAMPLES, PARAMETER_EXAMPLES } from './examples.ts';
import { OPERATIONS, TAGS } from './operations.ts';
import { refusalsByStatus } from './refusals.ts';

/**
 * The OpenAPI 3.1 document of the service, made from the contract's table of routes (contract, section 3): the same schemas that the
 * requests are checked by, so that it can't say something else. docs/decisions/0010 says why it is made here.
 */

type Json = Record<string, unknown>;

const header = (description: string, schema: Json = { type: 'string' }): Json => ({ description, schema });
const HEADERS = {
  etag: header('The record’s version: what `If-Match` of the next PATCH wants.', {
    type: 'string',
    pattern: '^"\\d+"$',
  }),
  token: header('A bearer token: `authorization: Bearer …`, and `auth: { token }` on the socket.'),
  cookie: header(
    'The same session for a browser: HttpOnly, SameSite=Lax, and Secure where the service is reached by https.',
  ),
  retryAfter: header('Seconds after which to ask again; `retryAfterMs` in the body is the same, finer.', {
    type: 'string',
    pattern: '^\\d+$',
  }),
  authenticate: header('How to sign in.'),
};

const SIGNS_IN = new Set<RouteKey>(['POST /api/auth/sign-in/email', 'POST /api/invitations/:token/accept']);

/** The header of a request that changes a record which it has read. */
const IF_MATCH = {
  name: 'if-match',
  in: 'header',
  required: true,
  description:
    'The `ETag` of the record as it was read. Without it: 428; of another version: 412, with the record as it is now.',
  // Any other tag is one of no version that there is: 412, not a malformed request.
  schema: { type: 'string' },
  example: '"3"',
};

const exampleOf = (schema: TSchema): Json => {
  const name = nameOf(schema);
  return name !== undefined && name in EXAMPLES ? { example: EXAMPLES[name] } : {};
};

interface ObjectSchema {
  properties?: Record<string, TSchema>;
  required?: string[];
}

function parametersOf(components: Components, route: Route, key: RouteKey): Json[] {
  const parameters = (['params', 'query'] as const).flatMap((part) => {
    const { properties = {}, required = [] } = (route[part] ?? {}) as ObjectSchema;
    return Object.entries(properties).map(([name, schema]) => ({
      name,
      in: part === 'params' ? 'path' : 'query',
      required: required.includes(name),
      schema: components.refer(schema),
      ...(name in PARAMETER_EXAMPLES && { example: PARAMETER_EXAMPLES[name] }),
    }));
  });
  return key === 'PATCH /api/signs/:id' ? [...parameters, IF_MATCH] : parameters;
}

function bodyOf(components: Components, schema: TSchema): Json {
  const content = { 'application/json': { schema: components.refer(schema), ...exampleOf(schema) } };
  return { required: !Check(schema, {}), content };
}

const STATUS_TEXT: Record<string, string> = {
  200: 'Done',
  201: 'Made',
  202: 'Accepted; it goes on in the background',
  204: 'Done, nothing to tell',
  503: 'The same, where it is not well',
};

function answerHeaders(route: Route, key: RouteKey, status: string): Json {
  if (SIGNS_IN.has(key)) return { [BEARER_HEADER]: HEADERS.token, 'set-cookie': HEADERS.cookie };
  if (route.versioned && status !== '204') return { etag: HEADERS.etag };
  if (key === 'GET /api/signs/:id/screenshot')
    return {
      [SCREENSHOT_TIME_HEADER]: { ...header('When it was taken.', Timestamp as unknown as Json), required: true },
    };
  return {};
}

function answersOf(components: Components, route: Route, key: RouteKey): Json {
  const answers: Json = {};
  for (const [status, schema] of Object.entries(route.response)) {
    const content = { 'application/json': { schema: components.refer(schema), ...exampleOf(schema) } };
    answers[status] = {
      description: STATUS_TEXT[status],
      headers: answerHeaders(route, key, status),
      ...(status !== '204' && { content }),
    };
  }
  if (route.produces) {
    const whole = (type: string) => (type.endsWith('/json') ? { schema: { type: 'object' } } : textOrBytes(type));
    const content = Object.fromEntries(route.produces.map((type) => [type, whole(type)]));
    answers['200'] = { description: STATUS_TEXT[200], headers: answerHeaders(route, key, '200'), content };
  }
  return answers;
}

/** In OpenAPI 3.1 bytes have no schema; a stream of lines is a text. */
const textOrBytes = (type: string): Json => (type.startsWith('image/') ? {} : { schema: { type: 'string' } });

function problemExample(code: RestErrorCode): Json {
  const more: Omit<RestRefusal, 'code'> = {
    ...(code === 'device_load_failed' && { reason: 'url_unreachable', detail: 'net::ERR_NAME_NOT_RESOLVED' }),
    ...(code === 'validation_failed' && { errors: [{ path: '/name', message: 'is required' }] }),
    ...((code === 'rate_limited' || code === 'unavailable') && { retryAfterMs: 2_000 }),
  };
  return problemOf({ code, ...more });
}

function refusalAnswers(components: Components, key: RouteKey): Json {
  const problem = components.refer(Problem);
  const answers = [...refusalsByStatus(key)].map(([status, codes]) => {
    const schema = {
      allOf: [
        problem,
        { properties: { status: { type: 'integer', enum: [status] }, code: { type: 'string', enum: codes } } },
      ],
    };
    const examples = Object.fromEntries(codes.map((code) => [code, { value: problemExample(code) }]));
    const headers = {
      ...(status === 401 && { 'www-authenticate': HEADERS.authenticate }),
      ...((status === 429 || status === 503) && { 'retry-after': HEADERS.retryAfter }),
    };
    const description = codes.map((code) => `\`${code}\`: ${ERROR_CODES[code].title}`).join('\n\n');
    return [String(status), { description, headers, content: { [PROBLEM_CONTENT_TYPE]: { schema, examples } } }];
  });
  return Object.fromEntries(answers) as Json;
}

function securityOf(role: Route['role'], key: RouteKey): Json[] {
  const signedIn = [{ bearer: [] }, { cookie: [] }];
  if (role !== 'none') return signedIn;
  // Whoever has an account already accepts as themselves.
  const either = key === 'POST /api/invitations/:token/accept' || key === 'GET /api/auth/get-session';
  return either ? [{}, ...signedIn] : [];
}

function describe(key: RouteKey, role: Route['role']): string {
  const commands = Object.entries(COMMAND_ROLES).filter(([, needed]) => needed !== role);
  const stricter = commands.map(([command, needed]) => `\`${command}\`: ${needed}`).join(', ');
  const isCommand = key === 'POST /api/signs/:id/commands' || key === 'POST /api/signs/bulk';
  if (role === 'none') return 'Without signing in.';
  if (role === 'any') return 'For everybody who is signed in.';
  return `Needs the role \`${role}\`, or a stronger one, in the organization${isCommand ? ` (${stricter})` : ''}.`;
}

function operationOf(components: Components, key: RouteKey): Json {
  const route: Route = ROUTES[key];
  const { id, tag, summary } = OPERATIONS[key];
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: describe(key, route.role),
    security: securityOf(route.role, key),
    parameters: parametersOf(components, route, key),
    ...(route.body && { requestBody: bodyOf(components, route.body) }),
    // Health's own 503 is an answer, not a refusal.
    responses: { ...refusalAnswers(components, key), ...answersOf(components, route, key) },
  };
}

/** Makes the document. `serves` says which routes of the table are there. */
export function makeOpenApiDocument(about: {
  version: string;
  publicUrl: string;
  cookieName: string;
  serves(key: RouteKey): boolean;
}): Json {
  const { version, publicUrl, cookieName, serves } = about;
  const components = collectComponents();
  const paths: Record<string, Json> = {};
  for (const key of Object.keys(ROUTES) as RouteKey[]) {
    if (!serves(key)) continue;
    const { method, path } = routeAddress(key);
    const place = (paths[path.replaceAll(/:(\w+)/g, '{$1}')] ??= {});
    place[method.toLowerCase()] = operationOf(components, key);
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Sign Display Service',
      version,
      description:
        'Claims, watches and commands the display signs of an event. Every refusal is `application/problem+json` (RFC 9457) with a stable `code`.',
    },
    servers: [{ url: publicUrl }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: components.schemas(),
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The header `set-auth-token` of signing in.' },
        cookie: { type: 'apiKey', in: 'cookie', name: cookieName },
      },
    },
  };
}
