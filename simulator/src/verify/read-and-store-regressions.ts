import { accessSync, constants, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Type, type Static } from 'typebox';
import * as Value from 'typebox/value';
import { PLAN_STEPS, type Plan } from '../virtual/plan.ts';

/** `simulator/regressions/NAME.json`: a plan that once broke a promise. The file holds the whole plan, so it stays the same when draws change. */
const Regression = Type.Object(
  {
    /** What went wrong, in words. */
    title: Type.String({ minLength: 1 }),
    /** The promise that it broke. */
    promise: Type.String({ minLength: 1 }),
    plan: Type.Object(
      {
        seed: Type.String(),
        kiosks: Type.Integer({ minimum: 1, maximum: 200 }),
        nodes: Type.Integer({ minimum: 1, maximum: 8 }),
        calmFromMs: Type.Number({ minimum: 0 }),
        endMs: Type.Number({ minimum: 0 }),
        steps: Type.Array(
          Type.Object(
            {
              id: Type.Integer({ minimum: 0 }),
              atMs: Type.Number({ minimum: 0 }),
              name: Type.String(),
              params: Type.Record(
                Type.String(),
                Type.Union([
                  Type.String(),
                  Type.Number(),
                  Type.Boolean(),
                  Type.Null(),
                  Type.Array(Type.Number()),
                  Type.Array(Type.String()),
                ]),
              ),
            },
            { additionalProperties: false },
          ),
        ),
      },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
);

export interface Regression extends Static<typeof Regression> {
  name: string;
}

/** A file of simulator/regressions can't be used; the message has its path and what is wrong. */
export class RegressionError extends Error {
  override name = 'RegressionError';
}

const FOLDER = fileURLToPath(new URL('../../regressions/', import.meta.url));
const ENDING = '.json';

function readOne(folder: string, file: string): Regression {
  const path = `${folder}${file}`;
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new RegressionError(`${path} can't be read: ${(error as Error).message}`);
  }
  if (!Value.Check(Regression, value)) {
    const [wrong] = Value.Errors(Regression, value);
    throw new RegressionError(
      `${path} is not a valid regression: ${wrong?.instancePath || 'the file'} ${wrong?.message}`,
    );
  }
  const unknown = value.plan.steps.find(({ name }) => !PLAN_STEPS.has(name));
  if (unknown) throw new RegressionError(`${path} plans an unknown action or fault: ${unknown.name}`);
  return { name: basename(file, ENDING), ...value };
}

/** All regressions of `folder`, sorted by name. Throws a `RegressionError`. */
export function readRegressions(folder: string = FOLDER): Regression[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith(ENDING))
    .toSorted()
    .map((file) => readOne(folder, file));
}

const pathOf = (name: string, folder: string): string => `${folder}${name}${ENDING}`;
const isTaken = (name: string): RegressionError =>
  new RegressionError(`the regression ${name} already exists and is not overwritten: choose another name`);

/** Throws a `RegressionError` where a regression of that name could not be written now. */
export function checkStorable(name: string, folder: string = FOLDER): void {
  if (existsSync(pathOf(name, folder))) throw isTaken(name);
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw new RegressionError(`${folder} can't be written: ${(error as Error).message}`);
  }
}

/** Writes a regression, never over one of the same name. Throws a `RegressionError` where it can't. */
export function storeRegression(
  { name, title, promise, plan }: Omit<Regression, 'plan'> & { plan: Plan },
  folder: string = FOLDER,
): void {
  const path = pathOf(name, folder);
  const { isKept: _, ...written } = plan;
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path, `${JSON.stringify({ title, promise, plan: written }, null, 2)}\n`, { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw isTaken(name);
    throw new RegressionError(`${path} can't be written: ${(error as Error).message}`);
  }
}
