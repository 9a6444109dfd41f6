import {
  COMMAND_STATES,
  type Command,
  type CommandName,
  type CommandState,
} from '@sign-display/contracts/rest/commands';
import type { JudgedDuty, KioskEvidence } from '../evidence/evidence-types.ts';
import { DUTIES } from '../plan/operator-actions-and-outcomes.ts';
import type { KioskPlan } from '../plan/plan-types.ts';

const AT = '2026-01-01T00:00:00.000Z';
const ENDED: ReadonlySet<string> = new Set<string>(
  COMMAND_STATES.filter((state) => state !== 'queued' && state !== 'sent'),
);

/** The duties of a kiosk, as they leave things if the service does everything right. */
export function perfectDuties(
  { index, steps }: KioskPlan,
  signRecordId: string,
): Pick<KioskEvidence, 'duties' | 'restarts' | 'commandAnswers' | 'batches'> {
  const batchId = `00000005-0000-4000-8000-${index.toString(16).padStart(12, '0')}`;
  const fetch = { at: AT, url: 'http://pages.example/', startedAt: AT, durationMs: index };
  const duties = steps.flatMap((step): JudgedDuty[] => {
    if (step.do !== 'duty') return [];
    const seen = [...DUTIES[step.duty]];
    const commands = seen.flatMap((words, at) => commandOf(words, `${index}-${at}`) ?? []);
    const rest = { eventId: '', signId: signRecordId, status: 200, bytes: 1, fromCache: false, error: null };
    return [{ duty: step.duty, seen, signRecordId, commands, contentFetches: [{ id: batchId, ...fetch, ...rest }] }];
  });
  const commands = duties.flatMap((duty) => duty.commands);
  return {
    duties,
    restarts: commands.filter(({ command, state }) => command === 'reboot' && state === 'acked').length,
    commandAnswers: commands
      .filter(({ state }) => state !== 'expired')
      .map(({ commandId, error }) => ({ commandId, code: error?.code ?? null, delivered: true })),
    batches: new Map([
      [batchId, { entries: [{ kind: 'content_fetch', ...fetch }], sent: 2, ackedAtMs: 1, dropped: 0 }],
    ]),
  };
}

/** The row that the words of a duty tell of, where they do and it came to its end there. */
function commandOf(words: string, commandId: string): Command | null {
  const [command, state, code] = words.split(' ');
  if (!ENDED.has(state ?? '')) return null;
  const times = { createdAt: AT, sentAt: AT, finishedAt: AT, expiresAt: AT };
  return {
    commandId,
    bulkId: null,
    command: command as CommandName,
    args: {},
    state: state as CommandState,
    sentBy: null,
    ...times,
    result: null,
    error: code === undefined ? null : { code, detail: '' },
  };
}
