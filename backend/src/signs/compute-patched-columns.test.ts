import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PatchSignRequest } from '@sign-display/contracts/rest/signs';
import { changeOf } from './compute-patched-columns.ts';
import type { SignRow } from './sign-view.ts';
import { NOTHING_TEMPORARY } from './testing/columns-without-temporary-page.ts';

const word = fc.constantFrom('a', 'b', 'c');
const settings = fc.record(
  { zoom: fc.constantFrom(1, 2), muted: fc.boolean(), idleMessage: word },
  { requiredKeys: [] },
);
const url = fc.option(
  word.map((name) => `https://${name}.example/`),
  { nil: null },
);
const wantedSettings = fc.record(
  {
    zoom: fc.constantFrom(1, 2, null),
    muted: fc.constantFrom(true, false, null),
    idleMessage: fc.option(word, { nil: null }),
  },
  { requiredKeys: [] },
);
const patch = fc.record({ name: word, location: word, url, settings: wantedSettings }, { requiredKeys: [] });
const unlinked = {
  deviceSignId: null,
  macAddress: null,
  shortCode: null,
  appVersion: null,
  platform: null,
  screen: null,
};
const silent = { presence: null, contentState: null, mode: null, lastSeenAt: null, statusSince: null, blank: null };
const steady = {
  acknowledged: null,
  unstableUntil: null,
  screenshotAt: null,
  keptMinutes: null,
  keptUntil: null,
  restartingUntil: null,
  restartingBootId: null,
  restartingCommandId: null,
};
const unclaimed = { claimRequestId: null, claimConfirmedAt: null, ...silent };
const times = { createdAt: new Date(0), updatedAt: new Date(0) };
const row = fc.record({ name: word, location: word, url, settings }).map((given): SignRow => {
  const ids = { id: 'sign', organizationId: 'organization', eventId: 'event' };
  const contentId = given.url === null ? null : 'old';
  const blank = { ...unlinked, ...unclaimed, ...times, ...steady, ...NOTHING_TEMPORARY };
  return { ...ids, ...given, ...blank, contentId, version: 1, fieldVersions: {}, configVersion: 1 };
});

/** The record as the columns leave it. */
function write(before: SignRow, given: PatchSignRequest): SignRow {
  const { columns } = changeOf(before, given, () => 'new');
  const written = typeof columns.settings === 'string' ? JSON.parse(columns.settings) : before.settings;
  return { ...before, ...columns, settings: written } as SignRow;
}

describe('a patch', () => {
  test('M4, D27: changes what it gives, merges settings, removes those that are null and leaves the rest', () => {
    fc.assert(
      fc.property(row, patch, (before, given) => {
        const { settings: wanted, ...plain } = given;
        const after = write(before, given as PatchSignRequest);
        expect(after).toMatchObject({ ...before, ...plain, contentId: after.contentId, settings: after.settings });
        const merged = Object.entries({ ...before.settings, ...wanted });
        expect(after.settings).toEqual(Object.fromEntries(merged.filter(([, value]) => value !== null)));
      }),
    );
  });

  test('makes a new content of another page, and of nothing else', () => {
    fc.assert(
      fc.property(row, patch, (before, given) => {
        const after = write(before, given as PatchSignRequest);
        const expected = after.url === before.url ? before.contentId : after.url === null ? null : 'new';
        expect(after.contentId).toBe(expected);
      }),
    );
  });

  test('changes nothing when it comes again, and names no field then', () => {
    fc.assert(
      fc.property(row, patch, (before, given) => {
        const again = changeOf(write(before, given as PatchSignRequest), given as PatchSignRequest, () => 'newer');
        expect(again).toEqual({ columns: {}, fields: [], changes: {}, settings: null });
      }),
    );
  });

  test('names a field if and only if it becomes different', () => {
    fc.assert(
      fc.property(row, patch, (before, given) => {
        const { columns, fields } = changeOf(before, given as PatchSignRequest, () => 'new');
        expect(fields.length > 0).toBe(Object.keys(columns).length > 0);
        for (const field of ['name', 'location', 'url'] as const)
          expect(fields.includes(field)).toBe(given[field] !== undefined && given[field] !== before[field]);
      }),
    );
  });
});
