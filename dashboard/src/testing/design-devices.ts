import type { ClaimAttempt, ClaimAttemptsSummary, Replacement } from '@sign-display/contracts/rest/claims';
import type { Clone } from '@sign-display/contracts/rest/clones';

/** The service's responses for the drawn claim attempts, clones and replaced devices, at the drawing's time. */

const at = (time: string, day = '14'): string => `2026-11-${day}T${time}Z`;
const TIM = { id: 'tim', name: 'Tim Brandt' };
const MAREN = { id: 'maren', name: 'Maren Oyelaran' };
const ARABIC = 'مدخل كبار الزوار';
const LONG = 'Wegweiser Richtung Halle 5, Foyer Nord, WC und Garderobe (hoch)';

let nth = 0;
const newId = (): string => `01936f5e-7a3c-7c11-8f00-${String((nth += 1)).padStart(12, '0')}`;
const DEVICE = {
  signId: '3f2b8c1e-7d4a-4e9b-9c55-0a1b2c3d4e5f',
  macAddress: 'c8:2a:14:9f:03:1b',
  address: '10.20.4.118',
  appVersion: '2.4.1',
  platform: 'linux x64',
  screen: { width: 1920, height: 1080, scaleFactor: 1 },
};

function attempt(
  time: string,
  actor: typeof TIM,
  [shortCode, name, location, url]: [string, string, string, string | null],
  more: Partial<ClaimAttempt>,
): ClaimAttempt {
  const submittedAt = at(time);
  return {
    id: newId(),
    at: submittedAt,
    kind: 'claim',
    actor,
    name,
    location,
    device: { ...DEVICE, shortCode },
    signRecordId: newId(),
    url: url === null ? null : `https://${url}`,
    handshake: 'acknowledged',
    startedAt: null,
    submittedAt,
    outcome: 'committed',
    reason: null,
    httpStatus: null,
    detail: null,
    durationMs: 2_000,
    loadMs: null,
    replays: 0,
    requestId: newId(),
    ...more,
  };
}

const failed = (outcome: string, durationMs: number, reason: ClaimAttempt['reason'] = null) => ({
  outcome,
  reason,
  durationMs,
});

export const ATTEMPTS: ClaimAttempt[] = [
  attempt('18:42:28', TIM, ['9KX41M', 'Stand 415', 'Halle 4', 'walls.lichterfest.example/halle-4'], {
    outcome: null,
    durationMs: null,
  }),
  attempt('18:02:08', TIM, ['5BAB4H', 'Bar 3 links', 'Bars', 'menu.lichterfest.example/bar'], {
    startedAt: at('18:02:01'),
    durationMs: 4_100,
    loadMs: 3_600,
    httpStatus: 200,
    replays: 1,
  }),
  attempt(
    '18:01:40',
    TIM,
    ['5BAB4H', 'Bar 3 links', 'Bars', 'menue.lichterfest.example/bar'],
    failed('device_load_failed', 400, 'url_unreachable'),
  ),
  attempt('17:58:03', MAREN, ['E7T0Q2', ARABIC, 'Einlass', null], { durationMs: 300 }),
  attempt(
    '17:55:47',
    MAREN,
    ['E7T0Q2', ARABIC, 'Einlass', 'tickets.lichterfest.example/vip'],
    failed('device_load_failed', 15_000, 'sign_timeout'),
  ),
  attempt('17:51:30', TIM, ['H408ZN', LONG, 'Halle 4', 'walls.lichterfest.example/wege'], {
    kind: 'link',
    durationMs: 2_700,
  }),
  attempt(
    '17:44:09',
    MAREN,
    ['XRJQV0', 'Kasse 11', 'Einlass', 'tickets.lichterfest.example/kasse'],
    failed('device_no_ack', 20_000),
  ),
  attempt(
    '17:41:55',
    TIM,
    ['XRJQV0', 'Kasse 11', 'Einlass', 'tickets.lichterfest.example/kasse'],
    failed('request_in_progress', 20),
  ),
  attempt('17:32:20', TIM, ['HV62DZ', 'Bar 4 rechts', 'Bars', 'menu.lichterfest.example/bar'], { durationMs: 1_800 }),
];

const group = (
  outcome: string | null,
  count: number,
  reason: ClaimAttempt['reason'] = null,
  kind: ClaimAttempt['kind'] = 'claim',
) => ({ kind, outcome, reason, count });
export const SUMMARY: ClaimAttemptsSummary = {
  total: 261,
  byOutcome: [
    group('committed', 186),
    group('committed', 49, null, 'link'),
    group('committed', 4, null, 'replace'),
    group('device_load_failed', 7, 'url_unreachable'),
    group('device_load_failed', 4, 'url_load_failed'),
    group('device_load_failed', 2, 'sign_timeout'),
    group('device_no_ack', 3),
    group('sign_already_claimed', 2),
    group('request_in_progress', 2),
    group('sign_not_connected', 1),
    group(null, 1),
  ],
  medianMs: 1_900,
  p95Ms: 4_200,
};

const machine = (address: string, macAddress: string, connectedAt: string) => ({
  address,
  macAddress,
  appVersion: '2.4.1',
  bootId: '0b54e9a4-8c5d-4d2e-9d0a-3f1b2c4d5e6f',
  connectedAt,
});
export const OPEN_CLONE: Clone = {
  id: newId(),
  signId: newId(),
  signName: 'Kasse 4',
  openedAt: at('15:12:09', '13'),
  lastSeenAt: at('18:42:09'),
  attempts: 1_651,
  first: machine('10.20.4.31', 'c8:2a:14:70:5d:02', at('08:58:00', '13')),
  newcomer: machine('10.20.9.14', '3c:7c:3f:aa:10:44', at('18:42:09')),
  decision: null,
  decidedAt: null,
  decidedBy: null,
  advice: '',
};
export const DECIDED_CLONE: Clone = {
  ...OPEN_CLONE,
  id: newId(),
  signName: 'Vitrine 9',
  attempts: 12,
  first: machine('10.20.7.9', 'c8:2a:14:70:5e:11', at('07:40:00', '12')),
  newcomer: machine('10.20.7.40', '3c:7c:3f:aa:10:52', at('09:02:10', '12')),
  openedAt: at('08:51:00', '12'),
  lastSeenAt: at('09:02:10', '12'),
  decision: 'keep_first',
  decidedAt: at('09:03:00', '12'),
  decidedBy: MAREN,
};

const replaced = (
  time: string,
  sign: [string, string],
  by: typeof TIM,
  note: string | null,
  [old, next]: [[string, string], [string, string]],
  oldNow: Replacement['oldNow'],
  day = '14',
): Replacement => ({
  id: newId(),
  at: at(time, day),
  sign: { id: newId(), name: sign[0], location: sign[1] },
  by,
  note,
  old: { signId: DEVICE.signId, shortCode: old[0], macAddress: DEVICE.macAddress, address: old[1] },
  new: { signId: DEVICE.signId, shortCode: next[0], macAddress: DEVICE.macAddress, address: next[1] },
  oldNow,
  oldSign: oldNow === 'claimed' ? { id: newId(), name: 'Presse' } : null,
});
export const REPLACEMENTS: Replacement[] = [
  replaced(
    '17:46:00',
    ['Kasse 11', 'Einlass'],
    MAREN,
    'did not answer a claim',
    [
      ['XRJQV0', '10.20.4.40'],
      ['5TA125', '10.20.4.40'],
    ],
    'disconnected',
  ),
  replaced(
    '10:20:00',
    [LONG, 'Halle 4'],
    TIM,
    'panel cracked',
    [
      ['2MBW0C', '10.20.4.77'],
      ['H408ZN', '10.20.4.77'],
    ],
    'unclaimed',
  ),
  replaced(
    '16:05:00',
    [ARABIC, 'Einlass'],
    MAREN,
    'portrait instead of landscape',
    [
      ['K0D9VX', '10.20.4.52'],
      ['E7T0Q2', '10.20.4.52'],
    ],
    'claimed',
    '13',
  ),
  replaced(
    '14:31:00',
    ['Vitrine 9', 'Galerie Ost'],
    TIM,
    null,
    [
      ['TT4G61', '10.20.7.9'],
      ['RN83PE', '10.20.7.9'],
    ],
    'disconnected',
    '11',
  ),
];
