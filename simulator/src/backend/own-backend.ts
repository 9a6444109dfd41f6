import { join } from 'node:path';
import { toHex } from '@sign-display/contracts/identifier-generation';
import { seededRandom } from '../adapters/seeded-random.ts';
import { findInvitationToken } from '../adapters/find-invitation-token.ts';
import { startBackend, type BackendProcess } from '../adapters/backend-process.ts';
import { systemClock } from '../adapters/system-clock.ts';
import type { Scenario } from '../plan/scenario.ts';
import { startMailReceiver, type MailReceiver } from '../receivers/mail-receiver.ts';
import { startPushBrowsers, type PushBrowsers } from '../receivers/push-browsers.ts';
import { readMail } from '../receivers/read-mail.ts';
import type { Watch } from '../plan/watch-schema.ts';

/** The address of a backend, and the account that claims there. */
export interface BackendAccess {
  url: string;
  email: string;
  password: string;
}

export interface OwnBackend {
  /** The token in the invitation that was mailed to `email`; null where none came. */
  readInvitation(email: string): Promise<string | null>;
  process: BackendProcess;
  access: BackendAccess;
  /** The mail server and the push browsers that it sends to; null where the scenario has no watch. */
  mail: MailReceiver | null;
  browsers: PushBrowsers | null;
  stop(): Promise<void>;
}

/** Operators of a run are quicker than people and share one address, so limits are off. */
const UNLIMITED = '1000000000';

/** The backend's settings for the part `watch` of a scenario. */
const watchSettings = ({ limits }: Watch, mail: MailReceiver): Record<string, string> => ({
  OFFLINE_AFTER_MS: String(limits.offlineAfterMs),
  WARM_UP_MS: String(limits.warmUpMs),
  OFFLINE_GRACE_MS: String(limits.offlineGraceMs),
  GROUP_WINDOW_MS: String(limits.groupWindowMs),
  SMTP_URL: mail.url,
  PUSH_CONTACT: 'signs@example.org',
  PUSH_ALLOW_PRIVATE: 'true',
});

/** A mail is sent at once, but a busy machine may take a moment. */
const INVITED_WITHIN_MS = 30_000;

/** The token in the invitation that arrived for `to`; null where none came. */
async function readInvitation(mail: MailReceiver, to: string): Promise<string | null> {
  const taken = await mail.find(to, () => true, INVITED_WITHIN_MS);
  return /\/invite\/([\w-]+)/.exec(taken ? readMail(taken.raw).text : '')?.[1] ?? null;
}

/** Starts a backend for one run, with the scenario's limits. Throws a `BackendStartError`. */
export async function startOwnBackend(
  seed: string,
  scenario: Scenario,
  environment: Record<string, string | undefined>,
): Promise<OwnBackend> {
  const email = 'owner@simulation.example';
  const password = toHex(seededRandom(seed, 'password').bytes(16));
  const { watch } = scenario;
  const mail = watch ? await startMailReceiver(systemClock) : null;
  const browsers = watch ? await startPushBrowsers(systemClock) : null;
  const closeReceivers = async () => void (await Promise.all([mail?.close(), browsers?.close()]));
  try {
    const process = await startBackend(environment, {
      BOOTSTRAP_EMAIL: email,
      BOOTSTRAP_PASSWORD: password,
      HEARTBEAT_INTERVAL_MS: String(scenario.heartbeatIntervalMs),
      LOAD_TIMEOUT_MS: String(scenario.loadTimeoutMs),
      ACK_TIMEOUT_MS: String(scenario.ackTimeoutMs),
      RATE_LIMIT_PER_MINUTE: UNLIMITED,
      SIGN_IN_LIMIT_PER_MINUTE: UNLIMITED,
      SHORT_CODE_FAILURES: UNLIMITED,
      NEW_KIOSKS_PER_ADDRESS: UNLIMITED,
      SOCKETS_PER_ADDRESS: UNLIMITED,
      UNAUTHORIZED_PER_ADDRESS: UNLIMITED,
      ...(watch && mail ? watchSettings(watch, mail) : {}),
    });
    const outbox = join(process.dataFolder, 'outbox');
    return {
      process,
      access: { url: process.url, email, password },
      readInvitation: (to) =>
        mail ? readInvitation(mail, to) : findInvitationToken(outbox, to, (raw) => readMail(raw).text),
      mail,
      browsers,
      async stop() {
        await process.stop();
        await closeReceivers();
      },
    };
  } catch (error) {
    await closeReceivers();
    throw error;
  }
}
