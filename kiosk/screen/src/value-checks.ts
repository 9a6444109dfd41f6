/**
 * Checks of values that come from another process. A type is read off its check (`Checked`), so the two can't differ. No library: this runs in the
 * sign's browser under a policy that forbids compiling code, and in Electron's main process.
 */
export type Check<Value> = (value: unknown) => value is Value;
export type Checked<C> = C extends Check<infer Value> ? Value : never;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A text of at most `most` UTF-16 units. */
export const text =
  (most: number): Check<string> =>
  (value): value is string =>
    typeof value === 'string' && value.length <= most;

/** A finite number from `least` to `most`. */
export const number =
  (least: number, most: number): Check<number> =>
  (value): value is number =>
    typeof value === 'number' && value >= least && value <= most;

export const flag: Check<boolean> = (value): value is boolean => typeof value === 'boolean';

export const oneOf =
  <const Words extends readonly string[]>(...words: Words): Check<Words[number]> =>
  (value): value is Words[number] =>
    typeof value === 'string' && words.includes(value);

export const nullable =
  <Value>(check: Check<Value>): Check<Value | null> =>
  (value): value is Value | null =>
    value === null || check(value);

/** An object with exactly these fields. */
export const object =
  <Fields extends Record<string, Check<unknown>>>(
    fields: Fields,
  ): Check<{ [Name in keyof Fields]: Checked<Fields[Name]> }> =>
  (value): value is { [Name in keyof Fields]: Checked<Fields[Name]> } =>
    isRecord(value) &&
    Object.keys(value).length === Object.keys(fields).length &&
    Object.entries(fields).every(
      ([name, check]) => Object.prototype.hasOwnProperty.call(value, name) && check(value[name]),
    );

/** What one of the checks lets through. */
export const either =
  <Checks extends readonly Check<unknown>[]>(...checks: Checks): Check<Checked<Checks[number]>> =>
  (value): value is Checked<Checks[number]> =>
    checks.some((check) => check(value));
