import { Type } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { Problem } from '@sign-display/contracts/rest/problem';
import { ROUTES, refusalsOf, type Route, type RouteKey } from '@sign-display/contracts/routes';
import { oneOf } from '@sign-display/contracts/common-schemas';

/** Holds every JSON answer against its row: throws an error that names what does not fit. For `ClientOptions.check`. */
export function createCheck(): (key: RouteKey, status: number, body: unknown) => void {
  const compiled = new Map<string, Validator>();
  function compile(key: RouteKey, status: number): Validator {
    const { response, lines }: Route = ROUTES[key];
    const schemas = Object.entries(response).flatMap(([each, schema]) => (+each === status ? [schema] : []));
    if (lines) schemas.push(Type.Array(lines));
    const problem = Type.Object({ ...Problem.properties, code: oneOf(refusalsOf(key)) });
    const validator = Compile(Type.Union(status < 400 ? schemas : [...schemas, problem]));
    compiled.set(`${status} ${key}`, validator);
    return validator;
  }
  return (key, status, body) => {
    // Of NDJSON its lines, once they are read.
    if (status < 400 && 'produces' in ROUTES[key] && !('lines' in ROUTES[key] && Array.isArray(body))) return;
    const validator = compiled.get(`${status} ${key}`) ?? compile(key, status);
    if (validator.Check(body)) return;
    const errors = validator.Errors(body).map(({ instancePath, message }) => `${instancePath} ${message}`);
    throw new Error(`${key} returned ${status} in a form that differs from the contract: ${errors.join('; ')}`);
  };
}
