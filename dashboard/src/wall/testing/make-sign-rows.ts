import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import { SIGN_STATUSES } from '@sign-display/contracts/rest/signs';
import fc from 'fast-check';

/** Rows for tests: whole as far as a wall looks at them. */

const uuid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

export function rowOf(number: number, fields: Partial<SignRow> = {}): SignRow {
  return {
    id: uuid(number),
    name: `Sign ${number}`,
    location: '',
    status: 'showing',
    presence: 'online',
    contentState: 'showing',
    mode: 'foreground',
    blank: null,
    unstable: false,
    lastSeenAt: '2026-11-14T19:38:12.000Z',
    statusSince: '2026-11-14T19:38:20.000Z',
    screenshotAt: null,
    acknowledged: null,
    restartingUntil: null,
    device: { shortCode: '4Q850C' },
    shown: { url: null, source: null, until: null },
    ...fields,
  } as SignRow;
}

/** What may be told of a sign. */
export const states = fc.record({
  status: fc.constantFrom(...SIGN_STATUSES),
  blank: fc.option(fc.boolean()),
  unstable: fc.boolean(),
  contentState: fc.constantFrom('idle', 'loading', 'showing', 'unreachable', 'error', null),
});

/** Rows of some places, in their order. */
export const rows = (most = 40): fc.Arbitrary<SignRow[]> =>
  fc
    .array(fc.tuple(fc.nat(5), states), { maxLength: most })
    .map((all) =>
      all
        .toSorted(([one], [other]) => one - other)
        .map(([place, state], number) => rowOf(number, { ...state, location: `Place ${place}, left` })),
    );
