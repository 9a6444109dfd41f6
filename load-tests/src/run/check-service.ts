import type { Clock } from '@sign-display/contracts/clock-and-random';
import type { Settings } from '../plan/settings.ts';

/** Whether a service that is there already can be tested, before anything is made in it. */

const ANSWERS_WITHIN_MS = 10_000;

/** What an answer says, cut short. */
interface Answer {
  status: number;
  body: Record<string, unknown>;
  token: string | null;
  text: string;
}

type Ask = (url: string, init?: RequestInit) => Promise<Answer>;

const askBy =
  (clock: Clock): Ask =>
  async (url, init = {}) => {
    const late = new AbortController();
    const cancel = clock.after(ANSWERS_WITHIN_MS, () =>
      late.abort(new Error(`no answer within ${ANSWERS_WITHIN_MS} ms`)),
    );
    try {
      const response = await fetch(url, { redirect: 'manual', signal: late.signal, ...init });
      const text = await response.text();
      const token = response.headers.get('set-auth-token');
      return { status: response.status, body: Object(parse(text)), token, text };
    } finally {
      cancel();
    }
  };

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A page, or nothing: no answer of the service's.
    return null;
  }
}

/** The cause is what the machine says: `fetch failed` says nothing. */
const whyOf = (error: unknown): string => {
  const { cause, message } = error as Error;
  return cause instanceof Error ? ((cause.message || (cause as NodeJS.ErrnoException).code) ?? message) : message;
};

async function lookAtHealth(ask: Ask, url: string): Promise<string | null> {
  try {
    const { status, body } = await ask(`${url}/health`);
    if (typeof body['version'] !== 'string' || Object(body['database']).status === undefined)
      return `The server at ${url} is not a Sign Display Service: GET /health returned ${status} in a different form.`;
    return body['status'] === 'down' ? `The service at ${url} is down: ${String(body['reason'])}.` : null;
  } catch (error) {
    return `Nothing answers at ${url}: ${whyOf(error)}.`;
  }
}

async function lookAtAccount(ask: Ask, { url, email, password }: Settings): Promise<string | null> {
  const signedIn = await ask(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  if (signedIn.status === 429)
    return `The service at ${url} rejects further sign-ins from this address. Raise SIGN_IN_LIMIT_PER_MINUTE of the service, or wait a minute.`;
  if (signedIn.status !== 200 || signedIn.token === null)
    return `${email} can’t sign in at ${url} (${signedIn.status}): ${signedIn.text.slice(0, 200)}`;
  const headers = { authorization: `Bearer ${signedIn.token}`, 'content-type': 'application/json' };
  const me = await ask(`${url}/api/me`, { headers });
  const organizations = (me.body['organizations'] ?? []) as { role: string }[];
  await ask(`${url}/api/auth/sign-out`, { method: 'POST', headers, body: '{}' });
  return organizations.some(({ role }) => role === 'owner' || role === 'admin')
    ? null
    : `${email} is not an admin or owner of any organization at ${url}, so the run can’t create an event there.`;
}

/** Why the service can't be tested, in a person's words; null: it can. */
export async function checkRunningService(clock: Clock, settings: Settings): Promise<string | null> {
  const ask = askBy(clock);
  try {
    return (await lookAtHealth(ask, settings.url)) ?? (await lookAtAccount(ask, settings));
  } catch (error) {
    return `The service at ${settings.url} did not answer: ${whyOf(error)}.`;
  }
}
