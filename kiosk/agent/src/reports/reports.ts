import type { PlainMessage } from '../state/effects.ts';
import type { Report, UpdateStatus } from '../state/state.ts';
import { asDetail, asText, send, serverNowMs, type Step } from '../state/step-helpers.ts';

/**
 * What the backend is told about the page (contract, 4.1). Reports made without a connection are kept, a few, and sent at the
 * next register with the time at which they happened.
 */

/** A download is worth a message every so many per cent. */
const PERCENT_WORTH_TELLING = 10;

function stamp(step: Step, report: Report): PlainMessage {
  const time = (monotonicMs: number): string =>
    new Date(serverNowMs(step) - (step.now.monotonicMs - monotonicMs)).toISOString();
  switch (report.event) {
    case 'sign:content_displayed': {
      const { event, url, contentId, loadMs, httpStatus, detail } = report;
      const more = detail === undefined ? {} : { detail };
      return { event, payload: { url, contentId, loadMs, httpStatus, at: time(report.atMs), ...more } };
    }
    case 'sign:content_error': {
      const { event, url, contentId, code, detail } = report;
      return { event, payload: { url, contentId, code, detail, at: time(report.atMs) } };
    }
    case 'sign:content_unreachable':
    case 'sign:content_recovered': {
      const { event, url, detail, httpStatus, sinceMs, atMs } = report;
      const times = { since: time(sinceMs), at: time(atMs) };
      const more = { ...(detail !== undefined && { detail }), ...(httpStatus !== undefined && { httpStatus }) };
      return { event, payload: { url, ...times, ...more } };
    }
    case 'sign:status': {
      const { event, state, detail } = report;
      return { event, payload: { state, detail } };
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
  const { unsentUpdate } = step.state;
  step.state.unsentUpdate = null;
  if (unsentUpdate !== null) send(step, { event: 'sign:update_status', payload: unsentUpdate });
}

/** What the shell tells of an update: at once, or the newest of it at the next register. */
export function updateStatus(step: Step, status: UpdateStatus): void {
  const { state } = step;
  const { state: kind, version, percent, detail } = status;
  const payload: UpdateStatus = {
    state: kind,
    ...(version === undefined ? {} : { version: asText(version, 100) }),
    ...(percent === undefined ? {} : { percent: Math.min(100, Math.max(0, percent)) }),
    ...(detail === undefined ? {} : { detail: asDetail(detail) }),
  };
  const last = state.updateTold;
  const small = percent !== undefined && Math.abs(percent - (last?.percent ?? 0)) < PERCENT_WORTH_TELLING;
  if (last?.state === kind && kind === 'downloading' && small) return;
  state.updateTold = payload;
  if (state.connection.phase === 'registered') send(step, { event: 'sign:update_status', payload });
  else state.unsentUpdate = payload;
}
