import { PROBLEM_CONTENT_TYPE } from '@sign-display/contracts/rest/problem';
import { ROUTES, refusalsOf, routeAddress, type Route, type RouteKey } from '@sign-display/contracts/routes';
import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';

/** Holds what a route answers against the contract, so that every test of the service is also one of the document's truth. */

const matchers = (Object.keys(ROUTES) as RouteKey[])
  .map((key) => {
    const { method, path } = routeAddress(key);
    return { key, method, pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/?]+')}(\\?|$)`) };
  })
  // `/api/signs/claim` before `/api/signs/:id`.
  .toSorted((a, b) => a.key.split(':').length - b.key.split(':').length);

const validators = new Map<TSchema, Validator>();

function validatorOf(schema: TSchema): Validator {
  const known = validators.get(schema) ?? (Compile(schema) as Validator);
  validators.set(schema, known);
  return known;
}

/** The route of the contract that a request asks for; undefined where there is none. */
const routeOf = (method: string, url: string): RouteKey | undefined =>
  matchers.find((matcher) => matcher.method === method && matcher.pattern.test(url))?.key;

/** What is wrong with an answer by the contract; null where nothing is, or where the request is for none of its routes. */
export function faultOf(
  request: { method: string; url: string },
  reply: { status: number; headers: Record<string, unknown>; body: unknown },
): string | null {
  const key = routeOf(request.method, request.url);
  if (key === undefined) return null;
  const { response, produces, conditional }: Route = ROUTES[key];
  const { status, headers, body } = reply;
  if (headers['content-type'] === PROBLEM_CONTENT_TYPE) {
    const { code } = body as { code: string };
    // Where an address is malformed below any route, or a page of another origin asks, the code is the router's own.
    return (refusalsOf(key) as string[]).includes(code) ? null : `${key} does not say that it refuses with ${code}`;
  }
  if (conditional && status === 304) return null;
  if (produces) return status === 200 ? null : `${key} does not say that it answers ${status}`;
  const schema = (response as Record<number, TSchema | undefined>)[status];
  if (!schema) return `${key} does not say that it answers ${status}`;
  const [first] = validatorOf(schema).Errors(status === 204 ? null : body);
  return first ? `${key} answers ${status} with ${first.instancePath} that ${first.message}` : null;
}
