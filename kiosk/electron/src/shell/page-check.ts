import { net } from 'electron';
import type { CheckResult, Clock, FetchReport } from '@sign-display/kiosk-agent/ports';
import type { ContentSession } from '../content/content-session.ts';
import { failureOfStatus } from '@sign-display/contracts/page-load/load-failure';
import { fingerprintBody } from './body-fingerprint.ts';

/** A page that takes longer than this to answer a check does not answer. */
const PATIENCE_MS = 30_000;
/** Of a longer page the fingerprint is that of its beginning. */
const BODY_MOST_BYTES = 4 * 1024 * 1024;

/** Asks whether the page answers, with the pages' own cookies and what its load sent, without rendering it. */
export function checkPage(
  url: string,
  { session, sent }: Pick<ContentSession, 'session' | 'sent'>,
  clock: Clock,
  fetched: (report: FetchReport) => void,
): Promise<CheckResult> {
  const startedMs = clock.monotonicMs();
  return new Promise((resolve) => {
    let isOver = false;
    const body = fingerprintBody(BODY_MOST_BYTES);
    const request = net.request({ url, session, useSessionCookies: true });
    const end = (result: CheckResult, status: number | null, error: string | null): void => {
      if (isOver) return;
      isOver = true;
      cancel();
      request.abort();
      const durationMs = Math.round(clock.monotonicMs() - startedMs);
      fetched({ url, durationMs, status, bytes: body.bytes, fromCache: false, error });
      resolve(result);
    };
    let endedAt = url;
    const fail = (detail: string, status: number | null = null): void =>
      end({ ok: false, detail, ...(status !== null && { httpStatus: status }) }, status, detail);
    const cancel = clock.after(PATIENCE_MS, () => fail('The page did not answer in time'));

    for (const [name, value] of Object.entries(sent.forCheck(url))) request.setHeader(name, value);
    request.setHeader('cache-control', 'no-cache');
    request.on('redirect', (_status, _method, to) => void (endedAt = to));
    request.on('error', (error: Error) => fail(error.message.replace(/^net::/, '')));
    // Whoever asks for a password gets none.
    request.on('login', (_info, callback) => callback());
    request.on('response', (response) => {
      const { statusCode } = response;
      const failure = failureOfStatus(statusCode);
      if (failure !== null) return fail(failure.detail, statusCode);
      const { host } = new URL(endedAt);
      const whole = (): void => end({ ok: true, fingerprint: body.digest(), host }, statusCode, null);
      // What was on its way when the request was given up still comes.
      response.on('data', (chunk: Buffer) => {
        if (!isOver && body.add(chunk)) whole();
      });
      response.on('end', whole);
      response.on('error', (error: Error) => fail(error.message, statusCode));
      return undefined;
    });
    request.end();
  });
}
