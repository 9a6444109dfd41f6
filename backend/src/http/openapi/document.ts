import { problemOf, type RestRefusal } from '../problem.ts';
import { ERROR_CODES, type RestErrorCode } from '@sign-display/contracts/error-codes';
import { PROBLEM_CONTENT_TYPE, Problem } from '@sign-display/contracts/rest/problem';
import { BEARER_HEADER, SESSION_HEADER } from '@sign-display/contracts/rest/session';
import { TAGS } from '@sign-display/contracts/route';
import { ROUTES, refusalsOf, routeAddress, type Route, type RouteKey } from '@sign-display/contracts/routes';
import { JobId } from '@sign-display/contracts/rest/system';
import type { TSchema } from 'typebox';
import { Check } from 'typebox/value';
import { collectComponents, nameOf, type Components } from './components.ts';
import { EXAMPLES, PARAMETER_EXAMPLES } from './examples.ts';

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
  picture: header('Names these bytes: what `If-None-Match` of the next request wants.'),
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

/** Of a record with versions, these name the version that they change. */
const CHANGES = new Set(['PATCH', 'PUT', 'DELETE']);

/** The header of a request that changes a record which it has read. */
const IF_MATCH = {
  name: 'if-match',
  in: 'header',
  required: true,
  description:
    'The `ETag` of the record that you read. If the header is missing, the response is 428. If its value is outdated, the response is 412 with the current record.',
  schema: { type: 'string', pattern: '^"[0-9]+"$' },
  example: '"3"',
};

/** The header of a request that has the answer of an earlier one. */
const IF_NONE_MATCH = {
  name: 'if-none-match',
  in: 'header',
  required: false,
  description: 'The `ETag` of the cached response. If that is still current, the response is 304 without a body.',
  schema: { type: 'string' },
  example: '"0198c0de-0000-7000-8000-00000000000a"',
};

/** The header of a page that signs in. */
const SESSION = {
  name: SESSION_HEADER,
  in: 'header',
  required: false,
  description: '`cookie`: the response sets only the cookie and contains no bearer token.',
  schema: { type: 'string' },
  example: 'cookie',
};

const exampleOf = (schema: TSchema): Json => {
  const name = nameOf(schema);
  return name !== undefined && name in EXAMPLES ? { example: EXAMPLES[name] } : {};
};

interface ObjectSchema {
  properties?: Record<string, TSchema>;
  required?: string[];
}

function parametersOf(components: Components, route: Route, method: string): Json[] {
  const parameters = (['params', 'query'] as const).flatMap((part) => {
    const { properties = {}, required = [] } = (route[part] ?? {}) as ObjectSchema;
    return Object.entries(properties).map(([name, schema]) => ({
      name,
      in: part === 'params' ? 'path' : 'query',
      required: required.includes(name),
      schema: components.refer(schema),
      // The number of a job has no example: it shares its name with other ids.
      ...(name in PARAMETER_EXAMPLES && schema !== JobId && { example: PARAMETER_EXAMPLES[name] }),
    }));
  });
  if (route.conditional) return [...parameters, IF_NONE_MATCH];
  if (route.signsIn) return [...parameters, SESSION];
  return route.versioned && CHANGES.has(method) ? [...parameters, IF_MATCH] : parameters;
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
  304: 'It is what `If-None-Match` names',
  503: 'The same, where it is not well',
};

const LINES_TEXT =
  'Done: a JSON object a line. The last one is `{"end":true,"total":…}`; an answer without it was cut off on the way';

function answerHeaders({ signsIn, versioned, conditional, headers = {} }: Route, status: string): Json {
  const own = Object.entries(headers).map(([name, told]) => [name, { ...told, required: true }]);
  return {
    ...(signsIn && { [BEARER_HEADER]: HEADERS.token, 'set-cookie': HEADERS.cookie }),
    ...(versioned && status !== '204' && { etag: HEADERS.etag }),
    ...(conditional && { etag: HEADERS.picture }),
    ...(Object.fromEntries(own) as Json),
  };
}

function answersOf(components: Components, route: Route): Json {
  const answers: Json = {};
  for (const [status, schema] of Object.entries(route.response)) {
    const content = { 'application/json': { schema: components.refer(schema), ...exampleOf(schema) } };
    answers[status] = {
      description: STATUS_TEXT[status],
      headers: answerHeaders(route, status),
      ...(status !== '204' && { content }),
    };
  }
  if (route.produces) {
    const whole = (type: string) => (type.endsWith('/json') ? { schema: { type: 'object' } } : textOrBytes(type));
    const content = Object.fromEntries(route.produces.map((type) => [type, whole(type)]));
    answers['200'] = {
      description: route.lines ? LINES_TEXT : STATUS_TEXT[200],
      headers: answerHeaders(route, '200'),
      content,
    };
  }
  if (route.conditional) answers['304'] = { description: STATUS_TEXT[304], headers: answerHeaders(route, '304') };
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
  const byStatus = Map.groupBy<number, RestErrorCode>(refusalsOf(key), (code) => ERROR_CODES[code].status);
  const answers = [...byStatus].map(([status, codes]) => {
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

function securityOf({ role, knowsCaller }: Route): Json[] {
  const signedIn = [{ bearer: [] }, { cookie: [] }];
  if (role !== 'none') return signedIn;
  return knowsCaller ? [{}, ...signedIn] : [];
}

function describe({ role, allowsFirstPassword, commandRoles = {} }: Route): string {
  const commands = Object.entries(commandRoles).filter(([, needed]) => needed !== role);
  const stricter = commands.map(([command, needed]) => `\`${command}\`: ${needed}`).join(', ');
  if (role === 'none') return 'Available without signing in.';
  if (allowsFirstPassword)
    return 'Available to all signed-in users, also before they replace the printed first password.';
  if (role === 'any') return 'Available to all signed-in users.';
  if (role === 'systemOwner') return 'Available to system owners, who run the installation.';
  return `Needs the role \`${role}\`, or a stronger one, in the organization${stricter && ` (${stricter})`}.`;
}

function operationOf(components: Components, key: RouteKey): Json {
  const route: Route = ROUTES[key];
  const { id, tag, summary } = route.doc;
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: describe(route),
    security: securityOf(route),
    parameters: parametersOf(components, route, routeAddress(key).method),
    ...(route.body && { requestBody: bodyOf(components, route.body) }),
    // Health's own 503 is an answer, not a refusal.
    responses: { ...refusalAnswers(components, key), ...answersOf(components, route) },
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
        'Claims, monitors and controls the display signs of an event. Every error is `application/problem+json` (RFC 9457) with a stable `code`.',
    },
    servers: [{ url: publicUrl }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: components.schemas(),
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'The value of the `set-auth-token` header in the response to the sign-in.',
        },
        cookie: { type: 'apiKey', in: 'cookie', name: cookieName },
      },
    },
  };
}
