import { expect, test } from 'vitest';
import { AUDIT_COLUMNS } from './rest/audit.ts';
import { CONTENT_FETCH_COLUMNS } from './rest/telemetry.ts';

/** Spreadsheets and scripts read exports by these names, in this order; a new column comes last. */

test('M5: the CSV export of the audit log keeps its columns', () => {
  expect(AUDIT_COLUMNS.join()).toBe(
    'seq,at,organizationId,actorId,actorEmail,action,targetType,targetId,outcome,requestId,ip,detail,prevHash,hash',
  );
});

test('the CSV export of content fetches keeps its columns', () => {
  expect(CONTENT_FETCH_COLUMNS.join()).toBe(
    'id,eventId,signId,at,url,startedAt,durationMs,status,bytes,fromCache,error',
  );
});
