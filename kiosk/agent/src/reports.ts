import type { PlainMessage } from './effects.ts';
import type { Report } from './state.ts';
import { asDetail, send, serverNowMs, type Step } from './step.ts';

/**
 * What the backend is told about the page (contract, 4.1). Reports made without a connection are kept, a few, and sent at the
 * next register with the time at which they happened.
 */

function stamp(step: Step, report: Report): PlainMessage {
  const time = (monotonicMs: number): string =>
    new Date(serverNowMs(step) - (step.now.monotonicMs - monotonicMs)).toISOString();
  const at = time(report.atMs);
  switch (report.event) {
    case 'sign:content_displayed': {
      const { event, url, contentId, loadMs, httpStatus } = report;
      return { event, payload: { url, contentId, loadMs, httpStatus, at } };
    }
    case 'sign:content_error': {
      const { event, url, contentId, code, detail } = report;
      return { event, payload: { url, contentId, code, detail, at } };
    }
    case 'sign:content_unreachable':
    case 'sign:content_recovered': {
      const { event, url, detail, sinceMs } = report;
      return { event, payload: { url, since: time(sinceMs), at, ...(detail === undefined ? {} : { detail }) } };
    }
  }
}

/** Tells the backend, now or at the next register. */
export function report(step: Step, what: Report): void {
  const { state } = step;
  if (state.connection.phase === 'registered') send(step, stamp(step, what));
  else state.unsent = [...state.unsent, what].slice(-state.limits.unsentReports);
}

/** Sends what could not be sent so far. Call it once registered. */
export function sendUnsent(step: Step): void {
  const { unsent } = step.state;
  step.state.unsent = [];
  for (const what of unsent) send(step, stamp(step, what));
}

/** The command is done. */
export function ackCommand(step: Step, commandId: string, result?: unknown): void {
  send(step, { event: 'sign:command_ack', payload: { commandId, ...(result === undefined ? {} : { result }) } });
}

/** The command was not done; `code` is `expired`, `not_supported`, … (contract, 3.1) or why the page failed. */
export function refuseCommand(step: Step, commandId: string, code: string, detail: string): void {
  send(step, { event: 'sign:command_error', payload: { commandId, code, detail: asDetail(detail) } });
}
