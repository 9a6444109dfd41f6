import type { KioskEvidence, RunEvidence } from '../evidence/evidence-types.ts';
import type { KioskTurn } from '../plan/plan-types.ts';
import { recordsOf } from './read-final-state.ts';
import { judge, type Counterexample, type Verdict } from './verdict.ts';

/** Promises about kiosks (behaviour, part K; C5; the heartbeats). */

const takes = (kiosk: KioskEvidence, turn: KioskTurn) => kiosk.plan.steps.some((step) => step.do === turn);
const restarts = (kiosk: KioskEvidence) => (['reboot', 'power_cut'] as const).some((turn) => takes(kiosk, turn));

export function checkLoads({ kiosks }: RunEvidence): Verdict {
  const broken: Counterexample[] = [];
  let cases = 0;
  for (const { plan, claimLoads, served } of kiosks) {
    for (const [url, count] of claimLoads) {
      cases += 1;
      const counted = served.get(url);
      if (count === 1 && (counted === undefined || counted === 1)) continue;
      broken.push({
        kiosk: plan.index,
        expected: `one load of ${url}`,
        seen: `${count} by the kiosk, ${counted ?? 'unknown'} by the content server`,
      });
    }
  }
  return judge('C5', 'a requestId loads its page once, however often it is sent', kiosks.length, { cases, broken });
}

export function checkIdentity(run: RunEvidence): Verdict {
  const moved = run.kiosks.filter((kiosk) => restarts(kiosk) || takes(kiosk, 'mac_swap') || takes(kiosk, 'cable_out'));
  const broken = moved.flatMap((kiosk): Counterexample[] => {
    const [first, ...later] = kiosk.signIds;
    const swapped = takes(kiosk, 'mac_swap');
    const kept = recordsOf(kiosk, run).some(({ device }) => device?.deviceSignId === first);
    if (later.length === (swapped ? 1 : 0) && kept) return [];
    return [
      {
        kiosk: kiosk.plan.index,
        expected: swapped ? 'a new identity, and the record with the old one' : 'the identity of the first boot',
        seen: `${kiosk.signIds.length} identities; the record ${kept ? 'kept' : 'lost'} the first`,
      },
    ];
  });
  return judge('K1', 'a swapped machine is a new sign, a reboot or a pulled cable is not', moved.length, {
    cases: moved.length,
    broken,
  });
}

export function checkReboots({ kiosks }: RunEvidence): Verdict {
  const rebooted = kiosks.filter(restarts);
  const broken = rebooted.flatMap(({ plan, boots }): Counterexample[] => {
    const last = boots.at(-1);
    if (boots.length > 1 && last?.beforeRegister && last.firstScreen !== 'qr') return [];
    return [
      { kiosk: plan.index, expected: 'its page (or splash) before the backend is heard', seen: JSON.stringify(last) },
    ];
  });
  return judge('K2', 'rebooted, a claimed sign shows its page at once', rebooted.length, {
    cases: rebooted.length,
    broken,
  });
}

/** Specification, section 8: the QR screen disappears within about a second. */
const QR_GONE_WITHIN_MS = 1_000;

export function checkQrGone({ kiosks }: RunEvidence): Verdict {
  const broken = kiosks.flatMap(({ plan, qrGoneMs }) =>
    qrGoneMs
      .filter((ms) => ms > QR_GONE_WITHIN_MS)
      .map((ms) => ({ kiosk: plan.index, expected: `at most ${QR_GONE_WITHIN_MS} ms`, seen: `${Math.round(ms)} ms` })),
  );
  const cases = kiosks.reduce((sum, { qrGoneMs }) => sum + qrGoneMs.length, 0);
  return judge('K8', 'the QR screen is gone within 1 s of sign:claimed', kiosks.length, { cases, broken });
}

export function checkHeartbeats({ kiosks }: RunEvidence): Verdict {
  const broken = kiosks.flatMap(({ plan, heartbeats }): Counterexample[] => {
    if (heartbeats.lost === 0 && heartbeats.unasked === 0) return [];
    return [{ kiosk: plan.index, expected: 'each heartbeat acked once', seen: JSON.stringify(heartbeats) }];
  });
  const cases = kiosks.reduce((sum, { heartbeats }) => sum + heartbeats.sent, 0);
  return judge('heartbeats', 'each heartbeat is acked, once', kiosks.length, { cases, broken });
}
