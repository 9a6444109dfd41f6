import type { AuditFault, AuditSummary, AuditVerification, ListedAuditRow } from '@sign-display/contracts/rest/audit';
import { ORGANIZATION } from './design-people.ts';

/** The service's responses for the drawn audit log, at the drawing's time. */

const IDS: Record<string, string> = { kasse: '1', bar: '2', gate: '3', way: '4' };
const idOf = (digit: string): string => `0192${digit.padStart(4, '0')}-1111-7111-8111-111111111111`;
const hashOf = (seq: number): string => (seq * 7_919).toString(16).padStart(8, '0').repeat(8);

const PEOPLE: Record<string, string> = {
  jae: 'Jae-won Park',
  maren: 'Maren Oyelaran',
  tim: 'Tim Brandt',
  leyla: 'ليلى الحداد',
};
const SIGNS: Record<string, string> = {
  kasse: 'Kasse 11',
  bar: 'Bar 3 links',
  gate: 'Ebene 3 Ausfahrt',
  way: 'Wegweiser Richtung Halle 5, Foyer Nord, WC und Garderobe (hoch)',
};

function row(
  seq: number,
  time: string,
  who: string,
  action: string,
  sign: string,
  more: Partial<ListedAuditRow> = {},
): ListedAuditRow {
  return {
    seq,
    at: `2026-11-14T${time}.318Z`,
    organizationId: ORGANIZATION,
    actor: { id: who, email: `${who}@nordlicht.example` },
    actorName: PEOPLE[who] ?? null,
    action,
    target: { type: 'sign', id: idOf(IDS[sign]!) },
    targetName: SIGNS[sign] ?? null,
    outcome: 'ok',
    requestId: idOf(String(seq % 10_000)),
    ip: '10.20.2.19',
    detail: {},
    prevHash: hashOf(seq - 1),
    hash: hashOf(seq),
    ...more,
  };
}

const denied = { outcome: 'denied', detail: { code: 'forbidden' }, ip: '10.20.8.71' } as const;
export const ROWS: ListedAuditRow[] = [
  row(48_213, '18:42:29', 'jae', 'sign.command', 'kasse', denied),
  row(48_212, '18:42:24', 'maren', 'schedules.replace', 'bar', {
    outcome: 'failed',
    detail: { code: 'precondition_failed' },
    ip: '10.20.2.11',
  }),
  row(48_211, '18:42:24', 'tim', 'schedules.replace', 'bar', {
    detail: {
      changes: { 'bar-abend ends': { from: '02:00', to: '01:30' }, 'sponsor-loop': { from: 'on', to: 'off' } },
      version: 8,
    },
  }),
  row(48_179, '18:40:05', 'tim', 'outage.acknowledge', 'gate', { ip: '10.20.8.55' }),
  row(48_177, '18:20:11', 'tim', 'sign.command', 'bar', { outcome: 'failed', detail: { code: 'sign_not_connected' } }),
  row(48_176, '18:12:44', 'leyla', 'sign.command', 'way', denied),
  row(48_175, '18:02:12', 'tim', 'sign.claim', 'bar'),
  row(48_171, '17:12:00', 'maren', 'sign.update', 'kasse'),
  row(48_169, '16:30:02', 'tim', 'audit.export', 'kasse', {
    target: { type: 'organization', id: ORGANIZATION },
    targetName: 'Nordlicht Events',
    detail: { format: 'csv', filters: {} },
  }),
];

export const SUMMARY: AuditSummary = {
  total: 403,
  byOutcome: { ok: 397, denied: 3, failed: 3 },
  actors: Object.entries(PEOPLE).map(([id, name], nth) => ({
    actor: { id, email: `${id}@nordlicht.example` },
    name,
    count: [310, 60, 30, 3][nth]!,
  })),
  otherActors: 0,
  actions: [
    { action: 'schedules.replace', count: 300 },
    { action: 'sign.command', count: 103 },
  ],
  otherActions: 0,
  first: '2025-09-08T08:00:00Z',
  last: '2026-11-14T18:42:29Z',
};

export const CHECKED: AuditVerification = {
  state: 'done',
  checkedAt: '2026-11-14T18:40:00Z',
  rows: 48_213,
  durationMs: 2_100,
  fault: null,
};
const FAULT: AuditFault = {
  seq: 48_178,
  kind: 'missing',
  from: '2026-11-14T18:20:11.318Z',
  to: '2026-11-14T18:40:05.318Z',
};
export const BROKEN: AuditVerification = { ...CHECKED, checkedAt: '2026-11-14T18:42:02Z', fault: FAULT };
