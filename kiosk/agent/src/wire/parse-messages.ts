import { Type, type Static, type TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { BackendToKiosk, type BackendEvent, type BackendMessage } from '@sign-display/contracts/kiosk-events';
import { SignSettings } from '@sign-display/contracts/common-schemas';

/** The boundary: what arrives is checked against the contract before anything acts on it. Nothing here throws. */

export type IncomingMessage = {
  [Event in BackendEvent]: { event: Event; payload: BackendMessage<Event> };
}[BackendEvent];

const validators = new Map(
  Object.entries<TSchema>(BackendToKiosk).map(([event, schema]) => [event, Compile(schema)] as const),
);

const SETTINGS = new Set(Object.keys(SignSettings.properties));
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A newer backend may know settings that this sign does not: unknown ones are ignored (contract, introduction). */
function withoutUnknownSettings(payload: unknown): unknown {
  if (!isRecord(payload)) return payload;
  const key = 'settings' in payload ? 'settings' : 'patch';
  const settings = payload[key];
  if (!isRecord(settings)) return payload;
  return { ...payload, [key]: Object.fromEntries(Object.entries(settings).filter(([name]) => SETTINGS.has(name))) };
}

/** The message, or null with what is wrong about it. */
export function parseMessage(
  event: string,
  payload: unknown,
): { message: IncomingMessage; complaint: null } | { message: null; complaint: string } {
  const validator = validators.get(event);
  if (!validator) return { message: null, complaint: 'unknown event' };
  const known = withoutUnknownSettings(payload);
  if (validator.Check(known)) return { message: { event, payload: known } as IncomingMessage, complaint: null };
  const [first] = validator.Errors(known);
  return { message: null, complaint: first ? `${first.instancePath || '/'} ${first.message}` : 'malformed' };
}

const RegisterReply = Type.Object({
  ok: Type.Literal(true),
  heartbeatIntervalMs: Type.Integer({ minimum: 1 }),
  serverTimeMs: Type.Number(),
});
const registerReply = Compile(RegisterReply);

/** The reply to `sign:register` where it is a good one; null for a refusal, a malformed one or none. */
export function parseRegisterReply(reply: unknown): Static<typeof RegisterReply> | null {
  return registerReply.Check(reply) ? reply : null;
}

const Refusal = Compile(
  Type.Object({ ok: Type.Literal(false), error: Type.Object({ code: Type.String(), detail: Type.String() }) }),
);

/** What a message was refused with; null where it was accepted. No answer at all is a refusal too. */
export function refusalOf(reply: unknown): { code: string; detail: string } | null {
  if (isRecord(reply) && reply['ok'] === true) return null;
  if (Refusal.Check(reply)) return { code: reply.error.code.slice(0, 100) || 'refused', detail: reply.error.detail };
  return { code: 'backend_silent', detail: 'The backend did not answer.' };
}

/** Milliseconds since the epoch of a contract timestamp; NaN where it names no instant (the 31st of February). */
export const timeOf = (timestamp: string): number => new Date(timestamp).getTime();
