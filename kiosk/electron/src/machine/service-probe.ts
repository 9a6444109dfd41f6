import { lookup } from 'node:dns';
import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import type { Clock } from '@sign-display/kiosk-agent/ports';
import { ofAnswer, type ProbeResult } from '@sign-display/kiosk-shell/service-answer';

/** Asks what stands between this machine and the service, for a person in front of the sign (promise K8). */

/** Whoever has not answered by then does not answer: people stand in front of the sign. */
const DEADLINE_MS = 5_000;
/** The service's own answer has 40 bytes. */
const BODY_MOST = 4_096;

const CERTIFICATE = /^(CERT_|ERR_TLS_CERT|DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED|UNABLE_TO_(VERIFY|GET)|HOSTNAME_MISMATCH)/;
/** Something answers that does not speak HTTP, or no TLS. */
const OTHER_LANGUAGE = /^(HPE_|EPROTO|ERR_SSL|ERR_HTTP)/;

const ofError = (code: string): ProbeResult =>
  CERTIFICATE.test(code) ? 'certificate' : OTHER_LANGUAGE.test(code) ? 'other_service' : 'no_answer';

/**
 * Whether the service answers at `origin` (`GET /health/live`), or who else, or nobody. `ca`: the one authority (PEM) that is believed; null: the usual ones. Resolves within five
 * seconds.
 */
export function probeService(origin: string, clock: Clock, ca: string | null = null): Promise<ProbeResult> {
  return new Promise((resolve) => {
    const url = new URL('/health/live', origin);
    const ask = url.protocol === 'https:' ? requestSecure : requestPlain;
    // A connection of its own: one that is kept open proves nothing of the network now.
    const asked = ask(url, {
      agent: false,
      headers: { accept: 'application/json' },
      ...(ca !== null && { ca }),
    });
    const end = (result: ProbeResult): void => {
      cancel();
      resolve(result);
      asked.destroy();
    };
    const cancel = clock.after(DEADLINE_MS, () => end('no_answer'));
    asked.on('error', ({ code = '' }: NodeJS.ErrnoException) => end(ofError(code)));
    asked.on('response', (answer) => {
      let body = '';
      answer.setEncoding('utf8');
      answer.on('data', (part: string) => {
        body += part;
        if (body.length > BODY_MOST) end('other_service');
      });
      answer.on('end', () => end(ofAnswer(answer.statusCode ?? 0, body)));
      answer.on('aborted', () => end('no_answer'));
    });
    asked.end();
  });
}

/** Whether the name is found; the system's resolver may take minutes to say no. Resolves within five seconds. */
export function probeName(host: string, clock: Clock): Promise<boolean> {
  return new Promise((resolve) => {
    const cancel = clock.after(DEADLINE_MS, () => resolve(false));
    lookup(host, (error) => {
      cancel();
      resolve(error === null);
    });
  });
}
