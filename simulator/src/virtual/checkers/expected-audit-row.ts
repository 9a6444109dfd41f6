import type { Asked } from '../world.ts';

/** The row of the audit log that a request must have left, as far as its reply says. */
export interface Expected {
  action: string;
  outcome: 'ok' | 'denied';
  /** What it was done to; null where the reply does not say. */
  targetId: string | null;
  /** A field of its detail that is this request's own. */
  detail: readonly [name: string, value: unknown] | null;
}

/** What is done with each address, as the audit log calls it; and whether every success is a change. */
const ACTIONS: readonly [method: string, path: RegExp, action: string, always: boolean][] = [
  ['POST', /^\/api\/signs$/, 'sign.create', true],
  ['POST', /^\/api\/signs\/claim\/start$/, 'sign.claim_start', false],
  ['POST', /^\/api\/signs\/claim$/, 'sign.claim', true],
  ['POST', /^\/api\/signs\/([^/]+)\/(?:link)$/, 'sign.link', true],
  ['POST', /^\/api\/signs\/([^/]+)\/(?:replace)$/, 'sign.replace', true],
  ['POST', /^\/api\/signs\/([^/]+)\/unregister$/, 'sign.unregister', true],
  ['POST', /^\/api\/signs\/([^/]+)\/commands$/, 'sign.command', true],
  ['POST', /^\/api\/signs\/bulk$/, 'sign.bulk', true],
  ['POST', /^\/api\/bulk\/([^/]+)\/undo$/, 'sign.bulk_undo', true],
  ['PATCH', /^\/api\/signs\/([^/]+)$/, 'sign.update', false],
  ['DELETE', /^\/api\/signs\/([^/]+)$/, 'sign.delete', true],
  ['PUT', /^\/api\/(?:signs|events)\/([^/]+)\/schedules$/, 'schedules.replace', true],
  ['DELETE', /^\/api\/(?:signs|events)\/([^/]+)\/schedules$/, 'schedules.replace', true],
  ['POST', /^\/api\/organizations\/([^/]+)\/events$/, 'event.create', true],
  ['DELETE', /^\/api\/events\/([^/]+)$/, 'event.delete', true],
  ['POST', /^\/api\/outages\/acknowledge$/, 'outage.acknowledge', true],
  ['DELETE', /^\/api\/outages\/acknowledge$/, 'outage.take_back', true],
  ['PATCH', /^\/api\/organizations\/([^/]+)$/, 'organization.update', false],
];

/** Where the record that is made is named by the reply. */
const MADE = new Set(['sign.create', 'event.create']);
/** A change of these grows the version by one; a reply with the version that was seen changed nothing. */
const VERSIONED = new Set(['sign.update', 'organization.update']);
const OF_DEVICES = new Set(['sign.claim', 'sign.link', 'sign.replace']);

/** Null where none must be: a refusal that is no denial, a replay, or what may have changed nothing. Pure. */
export function expectedRow({ request, reply }: Pick<Asked, 'request' | 'reply'>): Expected | null {
  if (reply === null) return null;
  const path = request.path.replace(/\?.*/, '');
  const known = ACTIONS.find(([method, pattern]) => method === request.method && pattern.test(path));
  if (!known) return null;
  const [, pattern, action, always] = known;
  const body = (reply.body ?? {}) as Record<string, unknown>;
  const named = pattern.exec(path)?.[1] ?? null;
  if (reply.status === 403) return { action, outcome: 'denied', targetId: null, detail: null };
  if (reply.status >= 300) return null;
  const expected = (targetId: string | null, detail: Expected['detail'] = null): Expected => ({
    action,
    outcome: 'ok',
    targetId,
    detail,
  });
  // What is told again was written when it was done.
  if (OF_DEVICES.has(action)) return reply.status === 201 ? expected(null, ['claimRequestId', body.requestId]) : null;
  if (action === 'sign.command') return expected(named, ['commandId', body.commandId]);
  if (action === 'sign.bulk') return expected(null);
  if (VERSIONED.has(action)) {
    const seen = Number(String(request.headers?.['if-match'] ?? '').replaceAll('"', ''));
    return Number(body.version) === seen + 1 ? expected(named) : null;
  }
  if (!always) return null;
  return expected(MADE.has(action) ? String(body.id) : named);
}
