import type { Command } from '@sign-display/contracts/rest/commands';
import type { KioskEvidence, RunEvidence } from '../evidence/evidence-types.ts';
import { CHANGES_RECORD, DUTIES } from '../plan/operator-actions-and-outcomes.ts';
import { judge, type Counterexample, type Verdict } from './verdict.ts';

/** Promises about claimed signs (behaviour, part M; K6 and K7), judged by the kiosk's messages and the backend's rows. */

const planned = ({ plan }: KioskEvidence) => plan.steps.filter((step) => step.do === 'duty').length;
const total = (kiosks: readonly KioskEvidence[]) => kiosks.reduce((sum, kiosk) => sum + planned(kiosk), 0);

export function checkDuties({ kiosks }: RunEvidence): Verdict {
  const broken = kiosks.flatMap(({ plan, duties }) =>
    duties.flatMap(({ duty, seen }): Counterexample[] => {
      const expected: readonly string[] = DUTIES[duty];
      if (JSON.stringify(seen) === JSON.stringify(expected)) return [];
      return [{ kiosk: plan.index, expected: `${duty}: ${expected.join(', ')}`, seen: seen.join(', ') }];
    }),
  );
  const cases = kiosks.reduce((sum, { duties }) => sum + duties.length, 0);
  return judge('duties', 'what is done with claimed signs goes as the contract says', total(kiosks), { cases, broken });
}

/** The state of a command that follows from the kiosk's answers that arrived. */
function stateByAnswers(kiosk: KioskEvidence, { commandId }: Command): string[] {
  const answers = kiosk.commandAnswers.filter((answer) => answer.commandId === commandId && answer.delivered);
  return [...new Set(answers.map(({ code }) => code ?? 'done'))];
}

const ENDS: Record<Command['state'], (answers: string[], code: string | undefined) => boolean> = {
  queued: () => false,
  sent: () => false,
  acked: (answers) => answers.length === 1 && answers[0] === 'done',
  failed: (answers, code) => (answers.length === 1 && answers[0] === code) || code === 'sign_not_linked',
  refused: (answers, code) => answers.length === 1 && answers[0] === code,
  expired: (answers) => answers.every((answer) => answer === 'expired'),
};

export function checkCommandStates({ kiosks }: RunEvidence): Verdict {
  const broken: Counterexample[] = [];
  let cases = 0;
  for (const kiosk of kiosks) {
    for (const command of kiosk.duties.flatMap(({ commands }) => commands)) {
      cases += 1;
      const answers = stateByAnswers(kiosk, command);
      if (ENDS[command.state](answers, command.error?.code)) continue;
      broken.push({
        kiosk: kiosk.plan.index,
        expected: `${command.command} ${command.state} as the sign answered`,
        seen: `${command.error?.code ?? ''} [${answers.join(', ')}]`,
      });
    }
  }
  return judge('M3', 'every command’s state is what the sign made of it', total(kiosks), { cases, broken });
}

export function checkRebootsByCommand({ kiosks }: RunEvidence): Verdict {
  const rebooted = kiosks.filter(({ plan }) =>
    plan.steps.some((step) => step.do === 'duty' && step.duty.startsWith('reboot')),
  );
  const broken = rebooted.flatMap(({ plan, duties, restarts }): Counterexample[] => {
    // A machine that finds other hardware restarts too, but a swapped machine has no duties.
    const acked = duties
      .flatMap(({ commands }) => commands)
      .filter(({ command, state }) => command.startsWith('reboot') && state === 'acked').length;
    if (acked === restarts) return [];
    return [{ kiosk: plan.index, expected: `${acked} restarts, one for each command`, seen: `${restarts}` }];
  });
  return judge('K6', 'a reboot by command happens once', rebooted.length, { cases: rebooted.length, broken });
}

interface Fetched {
  at: string;
  url: string;
  startedAt: string;
  durationMs: number;
}
const keyOf = ({ url, startedAt, durationMs }: Fetched): string => `${url} ${startedAt} ${durationMs}`;

export function checkContentFetches({ kiosks, readAtMs }: RunEvidence): Verdict {
  const broken: Counterexample[] = [];
  let cases = 0;
  for (const { plan, duties, batches } of kiosks) {
    for (const { duty, contentFetches } of duties) {
      if (CHANGES_RECORD.has(duty)) continue;
      const entries = (acked: boolean) =>
        [...batches.values()]
          .filter(({ ackedAtMs }) => !acked || (ackedAtMs !== null && ackedAtMs < readAtMs))
          .flatMap(({ entries: all, dropped }) => (acked ? all.slice(0, all.length - dropped) : all))
          .filter(({ kind }) => kind === 'content_fetch') as unknown as Fetched[];
      const kept = contentFetches.map(keyOf);
      const sent = new Set(entries(false).map(keyOf));
      const missing = entries(true).filter((entry) => !kept.includes(keyOf(entry))).length;
      const doubled = kept.length - new Set(kept).size;
      const unknown = kept.filter((key) => !sent.has(key)).length;
      cases += kept.length;
      if (missing + doubled + unknown === 0) continue;
      const seen = `${missing} missing, ${doubled} doubled, ${unknown} that the sign never sent`;
      broken.push({ kiosk: plan.index, expected: 'each content fetch that was acknowledged, once', seen });
    }
  }
  return judge('K7', 'each content fetch is in the log exactly once', total(kiosks), { cases, broken });
}
