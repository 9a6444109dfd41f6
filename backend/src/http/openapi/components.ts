import * as audit from '@sign-display/contracts/rest/audit';
import * as bulk from '@sign-display/contracts/rest/bulk';
import * as claims from '@sign-display/contracts/rest/claims';
import * as clones from '@sign-display/contracts/rest/clones';
import * as commands from '@sign-display/contracts/rest/commands';
import * as eventFigures from '@sign-display/contracts/rest/event-figures';
import * as events from '@sign-display/contracts/rest/events';
import * as health from '@sign-display/contracts/rest/health';
import * as invitations from '@sign-display/contracts/rest/invitations';
import * as notifications from '@sign-display/contracts/rest/notifications';
import * as now from '@sign-display/contracts/rest/sign-now';
import * as organizations from '@sign-display/contracts/rest/organizations';
import * as outages from '@sign-display/contracts/rest/outages';
import * as passkeys from '@sign-display/contracts/rest/passkeys';
import * as problem from '@sign-display/contracts/rest/problem';
import * as schedules from '@sign-display/contracts/rest/schedules';
import * as secondFactor from '@sign-display/contracts/rest/second-factor';
import * as session from '@sign-display/contracts/rest/session';
import * as signs from '@sign-display/contracts/rest/signs';
import * as subscriptions from '@sign-display/contracts/rest/subscriptions';
import * as system from '@sign-display/contracts/rest/system';
import * as telemetry from '@sign-display/contracts/rest/telemetry';
import { NAME_PATTERN, ONE_LINE_PATTERN } from '@sign-display/contracts/allowed-characters';
import { Role } from '@sign-display/contracts/roles';
import type { TSchema } from 'typebox';

/** The named schemas of the document: what `contracts/src/rest` exports, under the same names. */

const MODULES = [
  { Role },
  audit,
  bulk,
  claims,
  clones,
  commands,
  eventFigures,
  events,
  health,
  invitations,
  notifications,
  now,
  organizations,
  outages,
  passkeys,
  problem,
  schedules,
  secondFactor,
  session,
  signs,
  subscriptions,
  system,
  telemetry,
];

const isSchema = (value: unknown): value is TSchema => typeof value === 'object' && value !== null && '~kind' in value;

const NAMES: ReadonlyMap<unknown, string> = new Map(
  MODULES.flatMap((module) => Object.entries(module))
    .filter(([, value]) => isSchema(value))
    .map(([name, value]) => [value, name]),
);

/** The name of a schema of the contract; undefined for one that is only a part of another. */
export const nameOf = (schema: TSchema): string | undefined => NAMES.get(schema);

const CONTROLS = '\\u0000-\\u001f\\u007f-\\u009f';
/** What readers without Unicode classes can ask of a line or a name: the service refuses more, and says so in words. */
const PORTABLE: Readonly<Record<string, string>> = {
  [ONE_LINE_PATTERN]: `^[^${CONTROLS}]*$`,
  [NAME_PATTERN]: `^[^${CONTROLS}]*[^\\s${CONTROLS}][^${CONTROLS}]*$`,
};

/**
 * A pattern as every reader of the document understands it. Half surrogate pairs, which ours refuse, have no name in other languages'
 * expressions, and no sound JSON text holds one.
 */
const portablePattern = (pattern: string): string => PORTABLE[pattern] ?? pattern.replaceAll('\\p{Cs}', '');

export function collectComponents() {
  const collected = new Map<string, object>();

  function copy(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(refer);
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).map(([key, inner]) => [
      key,
      key === 'pattern' && typeof inner === 'string' ? portablePattern(inner) : refer(inner),
    ]);
    return Object.fromEntries(entries);
  }

  function refer(value: unknown): unknown {
    const name = NAMES.get(value);
    if (name === undefined) return copy(value);
    if (!collected.has(name)) {
      collected.set(name, {});
      collected.set(name, copy(value) as object);
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  return {
    /** The schema as the document has it: a reference where it has a name. */
    refer: (schema: TSchema): object => refer(schema) as object,
    /** All that was referred to so far, by name, each whole. */
    schemas: (): Record<string, object> => Object.fromEntries([...collected].toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
}

export type Components = ReturnType<typeof collectComponents>;
