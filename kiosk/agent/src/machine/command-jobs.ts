import type { JobResult } from '../state/events.ts';
import type { LogRing } from './log-ring.ts';
import type { Shell } from '../ports.ts';
import type { MachineJob } from '../state/state.ts';

/** Commands as the machine does them. Whatever the shell does (throw, reject), it ends here as a result. */

export const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** A shell's own word for what went wrong (ports.ts); system errors have codes of another form. */
function codeOf(error: unknown): string | null {
  const code = (error as { code?: unknown } | null | undefined)?.code;
  return typeof code === 'string' && /^[a-z][a-z_]{0,49}$/.test(code) ? code : null;
}

export async function runJob(shell: Shell, ring: LogRing, job: MachineJob): Promise<JobResult> {
  try {
    switch (job.kind) {
      case 'reboot_device':
        await shell.rebootDevice();
        return { ok: true, kind: job.kind };
      case 'update':
        await shell.checkForUpdate();
        return { ok: true, kind: job.kind };
      case 'set_background_mode':
        await shell.setBackgroundMode(job.enabled);
        return { ok: true, kind: job.kind };
      case 'fetch_logs':
        return { ok: true, kind: job.kind, ...ring.lines(job.limit, job.sinceMs) };
      case 'screenshot':
        return { ok: true, kind: job.kind, screenshot: await shell.captureScreen(job.maxWidth) };
    }
  } catch (error) {
    return { ok: false, code: codeOf(error), detail: wordsOf(error) };
  }
}
