import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import webPush from 'web-push';
import type { Clock } from '@sign-display/contracts/clock-and-random';
import type { PushContact } from './push-contact.ts';
import type { PushEndpoints } from './guard-push-endpoints.ts';
import { canEncryptFor } from './push-key-check.ts';
import { pushRefusal } from './describe-push-refusal.ts';
import { readRetryAfter } from './retry-after.ts';
import type { VapidKeys } from './vapid-keys.ts';

/** A message to one browser, encrypted for it (RFC 8291), signed by this service (RFC 8292). */

export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** The payload for the dashboard's service worker. */
export interface PushPayload {
  notificationId: string;
  title: string;
  text: string;
  eventId: string;
  kind: string;
  /**
   * A browser replaces an older message with the same tag, so a lock screen shows one state per event (promise N11).
   */
  tag: string;
  /** The page that a click opens. */
  url: string;
}

/**
 * `gone`: the endpoint no longer exists, or its keys are invalid. `retryAfterMs`: how long the push service asked to
 * wait with this endpoint (RFC 8030, section 8.4; 503 likewise). `error` is for the person and their admins; `logged`
 * is the message of an exception, for the log only.
 */
export type PushOutcome =
  { result: 'taken' | 'gone' } | { result: 'failed'; error: string; logged?: string; retryAfterMs?: number };

/** Push services take 4 kB of ciphertext. */
const PAYLOAD_BYTES = 3_000;
const TITLE_LENGTH = 200;
/** A browser that was off still receives a message for this long. */
const TTL_SECONDS = 24 * 3_600;
const ANSWERS_WITHIN_MS = 10_000;
const NO_ANSWER = 'no answer in time';
/** A reason is a sentence and arrives with the status, so reading it is limited in bytes and time. */
const REASON_BYTES = 4_096;
const REASON_WITHIN_MS = 1_000;

/** Encodes a payload as JSON of at most `PAYLOAD_BYTES`, and cuts the end of the text to fit. */
export function encodePayload(payload: PushPayload): string {
  const fit = { ...payload, title: payload.title.slice(0, TITLE_LENGTH).toWellFormed() };
  const fits = () => Buffer.byteLength(JSON.stringify(fit)) <= PAYLOAD_BYTES;
  if (fits()) return JSON.stringify(fit);
  const cut = (length: number): void => void (fit.text = `${payload.text.slice(0, length).toWellFormed()}…`);
  // The longest that fits; a title of control characters leaves room for none.
  let [some, many] = [0, Math.min(payload.text.length, PAYLOAD_BYTES)];
  while (some < many) {
    const middle = Math.ceil((some + many) / 2);
    cut(middle);
    if (fits()) some = middle;
    else many = middle - 1;
  }
  cut(some);
  return JSON.stringify(fit);
}

export function createPushSender(deps: {
  clock: Clock;
  endpoints: PushEndpoints;
  vapidKeys: () => Promise<VapidKeys>;
  contact(): PushContact;
}) {
  const { clock, endpoints, vapidKeys } = deps;

  /** The beginning of what a push service answers. It may never end. */
  function readReason(response: IncomingMessage): Promise<string> {
    const parts: Buffer[] = [];
    return new Promise((resolve) => {
      const cancel = clock.after(REASON_WITHIN_MS, () => response.destroy());
      response.on('data', (part: Buffer) => {
        parts.push(part);
        if (parts.reduce((bytes, { length }) => bytes + length, 0) >= REASON_BYTES) response.destroy();
      });
      response.once('close', () => {
        cancel();
        resolve(Buffer.concat(parts).subarray(0, REASON_BYTES).toString());
      });
    });
  }

  /**
   * Posts a message and resolves with the response's status, Retry-After and text. Rejects without a response in time.
   * Redirects count as responses and are not followed.
   */
  function post(
    endpoint: string,
    headers: Record<string, string | number>,
    body: Buffer,
  ): Promise<{ status: number; retryAfter: string | undefined; reason: string }> {
    const { url, agent } = endpoints.open(endpoint);
    return new Promise((resolve, reject) => {
      const request = (url.protocol === 'http:' ? requestHttp : requestHttps)(url, { method: 'POST', agent, headers });
      const cancel = clock.after(ANSWERS_WITHIN_MS, () => request.destroy(new Error(NO_ANSWER)));
      request.once('response', (response) => {
        response.once('close', cancel);
        response.on('error', () => {});
        const answered = { status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] };
        if (answered.status >= 300) void readReason(response).then((reason) => resolve({ ...answered, reason }));
        else {
          response.resume();
          resolve({ ...answered, reason: '' });
        }
      });
      request.once('error', (error) => {
        cancel();
        reject(error);
      });
      request.end(body);
    });
  }

  return async function send(
    target: PushTarget,
    payload: PushPayload,
    { isUrgent }: { isUrgent: boolean },
  ): Promise<PushOutcome> {
    // No message can ever be encrypted for it.
    if (!canEncryptFor(target)) return { result: 'gone' };
    const contact = deps.contact();
    if ('off' in contact) return { result: 'failed', error: contact.off };
    const vapidDetails = { ...contact, ...(await vapidKeys()) };
    let details: ReturnType<typeof webPush.generateRequestDetails>;
    try {
      details = webPush.generateRequestDetails(
        { endpoint: target.endpoint, keys: { p256dh: target.p256dh, auth: target.auth } },
        encodePayload(payload),
        {
          vapidDetails,
          TTL: TTL_SECONDS,
          urgency: isUrgent ? 'high' : 'normal',
          // This message replaces an older one of the event that the push service still holds, because it has the
          // present state (promise N11).
          topic: payload.tag.replaceAll('-', ''),
        },
      );
    } catch (error) {
      // This is our own fault (the subject, our keys or the message), so the browser stays registered.
      return { result: 'failed', error: 'The push could not be made.', logged: (error as Error).message };
    }
    try {
      const answered = await post(target.endpoint, details.headers as Record<string, string>, details.body as Buffer);
      const { status, retryAfter, reason } = answered;
      if (status === 404 || status === 410) return { result: 'gone' };
      if (status >= 200 && status < 300) return { result: 'taken' };
      const retryAfterMs = status === 429 || status === 503 ? readRetryAfter(retryAfter, clock.now()) : null;
      const error = pushRefusal(status, reason);
      return retryAfterMs === null ? { result: 'failed', error } : { result: 'failed', error, retryAfterMs };
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === 'EPRIVATE') return { result: 'failed', error: message };
      const reason = code ?? (message === NO_ANSWER ? message : 'unknown cause');
      return { result: 'failed', error: `The push service could not be reached (${reason}).`, logged: message };
    }
  };
}

export type SendPush = ReturnType<typeof createPushSender>;
