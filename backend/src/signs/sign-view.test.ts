import * as fc from 'fast-check';
import { Check } from 'typebox/value';
import { expect, it } from 'vitest';
import { Sign } from '@sign-display/contracts/rest/signs';
import { shownNow } from './content/update-page-to-show.ts';
import { describeSign } from './sign-view.ts';
import { anySignRow } from './testing/any-sign-row.ts';

it('any record is shown in the contract’s form', () => {
  fc.assert(fc.property(anySignRow, (row) => void expect(Check(Sign, describeSign(row))).toBe(true)));
});

it('the one word and the facts agree', () => {
  fc.assert(
    fc.property(anySignRow, (row) => {
      const view = describeSign(row);
      expect(view.status === 'unlinked').toBe(view.device === null);
      expect(view.presence === null).toBe(view.device === null);
      expect(view.status === 'offline').toBe(view.presence === 'offline');
      if (view.device === null)
        expect([view.contentState, view.mode, view.restartingUntil]).toEqual([null, null, null]);
      if (view.presence !== 'online') expect(view.blank).toBe(null);
      if (view.device === null) expect([view.unstable, view.screenshotAt]).toEqual([false, null]);
    }),
  );
});

it('M2: what a sign was told to show is what its kiosk is sent, with why and until when; without a device nothing was told', () => {
  fc.assert(
    fc.property(anySignRow, (row) => {
      const { content, source, untilMs } = shownNow(row);
      const isTold = row.deviceSignId !== null && content !== null;
      const until = untilMs === null ? null : new Date(untilMs).toISOString();
      const told = isTold ? { url: content.url, source, until } : { url: null, source: null, until: null };
      expect(describeSign(row).shown).toEqual(told);
    }),
  );
});
