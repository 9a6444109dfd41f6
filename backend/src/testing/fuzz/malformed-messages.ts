import * as fc from 'fast-check';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { arbitraryOf } from '@sign-display/contracts/testing/schema-arbitrary';

/** Messages that nobody of ours would send: for the fuzzer of both namespaces (promise A5). */

export interface FuzzMessage {
  event: string;
  payload: unknown;
  /** Whether the sender asks for an acknowledgement. */
  ack: boolean;
}

/** What breaks parsers, databases and objects: wrong types, text that Postgres refuses, names that JavaScript gives a meaning to. */
const junk: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1e308,
    -0,
    2 ** 53,
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\udfff tail',
    '__proto__',
    '%s%n\u202e',
    "'; drop table sign; --",
    '../../etc/passwd',
    'javascript:alert(1)',
    'http://user:secret@example.com/',
    '0000-00-00T00:00:00.000Z',
    '+275760-09-13T00:00:00.001Z',
    [],
    {},
    [[[[[[[[[[]]]]]]]]]],
  ),
  fc.string({ unit: 'binary', maxLength: 300 }),
  // What is larger than 64 KiB, or binary, ends its connection at once, and the messages after it reach nobody: that is the frame fuzzer's.
  fc.nat(10_000).map((length) => 'x'.repeat(length)),
  fc.jsonValue({ maxDepth: 6 }),
  // Own keys of these names: what a careless merge would take for a prototype.
  fc
    .constantFrom('__proto__', 'constructor', 'toString', 'hasOwnProperty')
    .map((key) => JSON.parse(`{"${key}":{"ok":1}}`)),
);

type Mutation = { kind: 'drop' | 'replace' | 'add'; where: number; value: unknown };
const mutation: fc.Arbitrary<Mutation> = fc.record({
  kind: fc.constantFrom<Mutation['kind']>('drop', 'replace', 'add'),
  where: fc.nat(50),
  value: junk,
});

/** Every object and list inside `value`, itself first. */
function containers(value: unknown): (Record<string, unknown> | unknown[])[] {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return [];
  return [value as Record<string, unknown>, ...Object.values(value).flatMap(containers)];
}

function mutate(payload: unknown, { kind, where, value }: Mutation): unknown {
  const copy: unknown = structuredClone(payload);
  const places = containers(copy).flatMap((container) =>
    Object.keys(container).map((key) => ({ container: container as Record<string, unknown>, key })),
  );
  const place = places[where % Math.max(1, places.length)];
  if (place === undefined) return value;
  if (kind === 'drop') delete place.container[place.key];
  else if (kind === 'replace') place.container[place.key] = value;
  else place.container[`${place.key}_`] = value;
  return copy;
}

/** A message of the table `events`, spoiled in one to three places; or of no event at all. */
export function malformedMessage(events: Record<string, TSchema>): fc.Arbitrary<FuzzMessage> {
  const names = Object.keys(events);
  // Made once for each event: making them takes longer than drawing from them.
  const spoiled = fc.oneof(
    ...names.map((event) =>
      fc
        .tuple(arbitraryOf(events[event]!), fc.array(mutation, { minLength: 1, maxLength: 3 }))
        .map(([payload, mutations]) => ({ event, payload: mutations.reduce(mutate, payload) })),
    ),
  );
  const replaced = fc.record({ event: fc.constantFrom(...names), payload: junk });
  // Socket.IO's own client refuses to send its reserved names; those go over the bare wire.
  const unknown = fc.record({
    event: fc.oneof(
      fc.constantFrom('__proto__', 'constructor', 'toString', 'sign:', 'SIGN:REGISTER', '', ' ', 'heartbeat\u0000'),
      fc.string({ maxLength: 300 }).map((name) => `x${name}`),
    ),
    payload: junk,
  });
  const message = fc.oneof(
    { weight: 6, arbitrary: spoiled },
    { weight: 2, arbitrary: replaced },
    { weight: 1, arbitrary: unknown },
  );
  return fc.tuple(message, fc.boolean()).map(([{ event, payload }, ack]) => ({ event, payload, ack }));
}

/** Whether a message is one that the table refuses: some that were spoiled still fit (an unknown field is ignored). */
export function makeIsMalformed(events: Record<string, TSchema>): (message: FuzzMessage) => boolean {
  const checks = new Map(Object.entries(events).map(([event, schema]) => [event, Compile(schema)]));
  return ({ event, payload }) => !(checks.get(event)?.Check(payload) ?? false);
}

/** Frames of Engine.IO and Socket.IO that no client writes: cut off, of unknown types, with wrong counts of attachments. */
export const malformedFrame: fc.Arbitrary<string | Uint8Array> = fc.oneof(
  fc.constantFrom(
    '4',
    '42',
    '42/kiosk',
    '42/kiosk,',
    '42/kiosk,[',
    '42/kiosk,{}',
    '42/kiosk,[null]',
    '42/kiosk,["disconnect"]',
    '42/kiosk,["connection",{}]',
    '42/kiosk,["newListener",1]',
    '42/kiosk,99999999999999999999["heartbeat"]',
    '43/kiosk,0["x"]',
    '451-/kiosk,["sign:command_ack",{"_placeholder":true,"num":5}]',
    '4599999-/kiosk,["x",{"_placeholder":true,"num":0}]',
    '44/kiosk,{}',
    '40/kiosk,{"protocol":1}',
    '40/nowhere,',
    '40/dashboard,{"token":{}}',
    '5',
    '6',
    '9',
    'z',
    '',
  ),
  fc.string({ maxLength: 200 }),
  fc.string({ maxLength: 200 }).map((text) => `42/kiosk,${text}`),
  fc.string({ maxLength: 200 }).map((text) => `42/dashboard,${text}`),
  fc.jsonValue().map((value) => `42/kiosk,${JSON.stringify(value)}`),
  fc.uint8Array({ maxLength: 300 }),
);
