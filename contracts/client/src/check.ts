import { Compile, type Validator } from 'typebox/compile';
import type { TSchema } from 'typebox';
import { Problem } from '@sign-display/contracts/rest/problem';
import { ROUTES, type Route, type RouteKey } from '@sign-display/contracts/routes';

/** Holds every JSON answer against its row: throws an error that names what does not fit. For `ClientOptions.check`. */
export function createCheck(): (key: RouteKey, status: number, body: unknown) => void {
  const compiled = new Map<TSchema, Validator>();
  function errorsOf(schema: TSchema, body: unknown): string[] {
    const validator = compiled.get(schema) ?? Compile(schema);
    compiled.set(schema, validator);
    return validator.Errors(body).map(({ instancePath, message }) => `${instancePath} ${message}`);
  }
  return (key, status, body) => {
    const { response, produces }: Route = ROUTES[key];
    if (status < 300 && produces) return;
    const schemas = Object.entries(response).flatMap(([each, schema]) => (Number(each) === status ? [schema] : []));
    if (status >= 400) schemas.push(Problem);
    const errors = schemas.map((schema) => errorsOf(schema, body));
    if (errors.some(({ length }) => length === 0)) return;
    throw new Error(
      `${key} answered ${status} in another form than its row's: ${errors.flat().join('; ') || 'no such'}`,
    );
  };
}
