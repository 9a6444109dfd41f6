import type { PersonName } from '../initial-data.ts';
import type { Asked } from '../world.ts';

/** A request of Flow A or B, and what was told of it. */
export interface ClaimAsked {
  kind: 'start' | 'claim' | 'link' | 'replace';
  who: PersonName;
  requestId: string | null;
  /** The record that it names in its path. */
  signRecordId: string | null;
  body: Readonly<Record<string, unknown>>;
  askedMs: number;
  toldMs: number;
  /** Null where no reply came. */
  status: number | null;
  /** The refusal's code; null for a claim that was told as made. */
  code: string | null;
  reply: Readonly<Record<string, unknown>>;
}

const PATH = /^\/api\/signs\/(?:(claim)(\/start)?|([0-9a-f-]{36})\/(link|replace))$/;

/** Null for any other request. */
export function claimAsked({ who, request, reply, askedMs }: Asked, toldMs: number): ClaimAsked | null {
  const [, isClaim, isStart, signRecordId, flow] = (request.method === 'POST' && PATH.exec(request.path)) || [];
  if (!isClaim && !flow) return null;
  const body = (request.body ?? {}) as Record<string, unknown>;
  const told = (reply?.body ?? {}) as Record<string, unknown>;
  return {
    kind: isStart ? 'start' : isClaim ? 'claim' : (flow as 'link' | 'replace'),
    who,
    requestId: typeof body.requestId === 'string' ? body.requestId : null,
    signRecordId: signRecordId ?? null,
    body,
    askedMs,
    toldMs,
    status: reply?.status ?? null,
    code: reply === null || reply.status < 400 ? null : String(told.code),
    reply: told,
  };
}
