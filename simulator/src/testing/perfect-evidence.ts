import type { ClaimAttempt } from '@sign-display/contracts/rest/claims';
import type { Sign } from '@sign-display/contracts/rest/signs';
import type { KioskEvidence, RunEvidence, WireRecord } from '../evidence/evidence-types.ts';
import { expectedOutcome } from '../plan/expected-outcome.ts';
import type { ClaimStep, KioskPlan, Told } from '../plan/plan-types.ts';
import { perfectDuties } from './perfect-operator-actions.ts';
import { requestIdOf } from '../fleet/claim-requests-and-replies.ts';

/** What a run leaves behind if the service does everything right: checkers must hold on it, and break on each spoiled copy. */

const ORGANIZATION = '01900000-0000-7000-8000-000000000001';
const EVENT = '01900000-0000-7000-8000-000000000002';
const uuid = (kind: number, index: number): string =>
  `0000000${kind}-0000-4000-8000-${index.toString(16).padStart(12, '0')}`;

export function perfectEvidence(plans: readonly KioskPlan[]): RunEvidence {
  const kiosks = plans.map(perfectKiosk);
  return {
    kiosks,
    attempts: kiosks.flatMap(attemptsOf),
    signs: kiosks.flatMap((kiosk) => signOf(kiosk) ?? []),
    readAtMs: 2,
  };
}

function urlOf(kiosk: Pick<KioskEvidence, 'plan'>, label: string): string | null {
  const step = kiosk.plan.steps.find((step): step is ClaimStep => step.do === 'claim' && step.request === label);
  return !step || step.page === 'none' ? null : `http://pages.example/${kiosk.plan.index}/${label}/${step.page}`;
}

const reached = (told: readonly Told[]): Told[] =>
  told.filter(
    ({ action, status, code }) =>
      action === 'claim' && status !== 200 && ['claimed', 'device_load_failed', 'device_no_ack'].includes(code),
  );

function perfectKiosk(plan: KioskPlan): KioskEvidence {
  const { told, final } = expectedOutcome(plan);
  const requestIds = new Map(told.map(({ request }) => [request, requestIdOf('perfect', plan.index, request)]));
  const wire = reached(told).flatMap(({ request, code }, index) =>
    handshake(requestIds.get(request)!, `${index}`.repeat(64), code),
  );
  if (told.some(({ code }) => code === 'no_reply'))
    wire.push(...handshake(requestIds.get('first')!, 'e'.repeat(64), 'claimed'));
  const claimedUrl = final.claimedBy === null ? null : urlOf({ plan }, final.claimedBy);
  const claimLoads = new Map(
    [...new Set(reached(told).map(({ request }) => urlOf({ plan }, request)))].flatMap((url) =>
      url ? [[url, 1]] : [],
    ),
  );
  const rebooted = plan.steps.some((step) => step.do === 'reboot' || step.do === 'power_cut');
  return {
    plan,
    told,
    requestIds,
    wire,
    screens: [
      { atMs: 0, screen: { kind: 'qr', qrText: '', shortCode: '', notice: null, failure: null } },
      ...(final.screen === 'qr'
        ? []
        : [
            {
              atMs: 1,
              screen:
                final.screen === 'splash'
                  ? ({ kind: 'splash', message: null } as const)
                  : ({ kind: 'page', url: claimedUrl! } as const),
            },
          ]),
    ],
    claimLoads,
    served: new Map(claimLoads),
    heartbeats: { sent: 3, acked: 3, unasked: 0, inFlight: 0, lost: 0 },
    signIds: final.newIdentity ? [uuid(1, plan.index), uuid(2, plan.index)] : [uuid(1, plan.index)],
    document: final.kioskIsClaimed ? { organizationId: ORGANIZATION, eventId: EVENT, currentUrl: claimedUrl } : {},
    qrGoneMs: final.claimedBy === null ? [] : [12],
    boots: [
      { firstScreen: 'qr', beforeRegister: true },
      ...(rebooted ? [{ firstScreen: final.screen, beforeRegister: true }] : []),
    ],
    over: true,
    stuck: [],
    ...perfectDuties(plan, uuid(4, plan.index)),
    warnings: [],
  };
}

function handshake(requestId: string, claimToken: string, code: string): WireRecord[] {
  const message = {
    atMs: 0,
    fate: 'pass',
    requestId,
    claimToken,
    result: null,
    loadMs: null,
    replayed: false,
  } as const;
  const result = code === 'claimed' ? 'success' : 'failure';
  return [
    { ...message, event: 'sign:apply_link' },
    { ...message, event: 'sign:link_ack', result, loadMs: 1, fate: code === 'device_no_ack' ? 'drop' : 'pass' },
  ];
}

function attemptsOf({ plan, told, requestIds }: KioskEvidence): ClaimAttempt[] {
  const { final } = expectedOutcome(plan);
  const outcomes = new Map(reached(told).map(({ request, code, reason }) => [request, { code, reason }]));
  if (final.claimedBy !== null) outcomes.set(final.claimedBy, { code: 'claimed', reason: null });
  return [...outcomes].map(([request, { code, reason }]) => ({
    id: uuid(3, plan.index),
    at: '2026-01-01T00:00:00.000Z',
    kind: 'claim',
    actor: null,
    device: {
      signId: uuid(1, plan.index),
      shortCode: '000000',
      macAddress: null,
      address: null,
      appVersion: null,
      platform: null,
      screen: null,
    },
    signRecordId: uuid(4, plan.index),
    name: plan.sign.name,
    location: null,
    handshake: 'acknowledged',
    startedAt: null,
    submittedAt: '2026-01-01T00:00:00.000Z',
    url: urlOf({ plan }, request),
    outcome: code === 'claimed' ? 'committed' : code,
    reason,
    httpStatus: null,
    detail: null,
    replays: 0,
    durationMs: 1,
    loadMs: 1,
    requestId: requestIds.get(request)!,
  }));
}

function signOf({ plan }: KioskEvidence): Sign | null {
  const { final } = expectedOutcome(plan);
  if (final.claimedBy === null) return null;
  const at = '2026-01-01T00:00:00.000Z';
  return {
    id: uuid(4, plan.index),
    organizationId: ORGANIZATION,
    eventId: EVENT,
    name: plan.sign.name,
    location: plan.sign.location,
    url: urlOf({ plan }, final.claimedBy),
    status: 'idle',
    presence: 'online',
    contentState: null,
    mode: null,
    device: {
      deviceSignId: uuid(1, plan.index),
      shortCode: '000000',
      macAddress: plan.macAddresses[0],
      appVersion: '1',
      platform: 'simulator',
      screen: { width: 1, height: 1, scaleFactor: 1 },
    },
    lastSeenAt: at,
    statusSince: at,
    blank: false,
    unstable: false,
    restartingUntil: null,
    acknowledged: null,
    screenshotAt: null,
    shown: { url: urlOf({ plan }, final.claimedBy), source: 'assigned', until: null },
    settings: {},
    version: 1,
    createdAt: at,
    updatedAt: at,
  };
}
