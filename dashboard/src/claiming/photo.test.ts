import { expect, test } from 'vitest';
import { english } from './testing/words.ts';
import type { ClaimEvent } from './machine-event-and-effect-types.ts';
import { NO_SAVED_CLAIM } from './saved-claim.ts';
import { open, step } from './phone-claim-machine.ts';
import type { ClaimState } from './claim-state.ts';
import { EVENTS, momentAt, OPENING } from './testing/claims.ts';
import { view } from './view.ts';

/** A photo of the QR, in place of the camera. */

const AT = momentAt(2_000);
const after = (state: ClaimState, ...happenings: ClaimEvent[]): ClaimState =>
  happenings.reduce((before, happening) => step(before, happening, AT).state, state);
const SHUT = after(
  open(OPENING, NO_SAVED_CLAIM, AT).state,
  { type: 'events', events: [EVENTS[0]!] },
  { type: 'open-camera' },
  { type: 'camera', camera: { kind: 'unusable', why: 'absent' } },
);

test.each(['not_a_sign', 'no_qr', 'damaged'] as const)(
  'D3: a photo that shows no sign (%s) leads to another photo where there is no camera to go on with, and that finds the sign',
  (kind) => {
    const sheet = after(SHUT, { type: 'photo-read', result: { kind } });
    const frame = view(sheet, english, AT);
    expect(frame).toMatchObject({
      is: 'scan',
      sheet: { photo: 'Take another photo', actions: [{ label: 'Type the code' }] },
    });
    const other = after(sheet, { type: 'photo-read', result: { kind: 'code', shortCode: 'VE05BR' } });
    expect(other.place.is).toBe('finding');
    const open = after(sheet, { type: 'camera', camera: { kind: 'live', torch: null } });
    expect(view(open, english, AT)).toMatchObject({
      sheet: { photo: null, actions: [{ label: 'Keep scanning' }, {}] },
    });
  },
);
