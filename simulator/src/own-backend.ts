import { join } from 'node:path';
import { toHex } from '@sign-display/contracts/identifiers';
import { seededRandom } from './adapters/seeded-random.ts';
import { findInvitationToken } from './adapters/outbox.ts';
import { startBackend, type BackendProcess } from './adapters/backend-process.ts';
import type { Scenario } from './scenario.ts';

/** Where a backend is, and who may claim there. */
export interface BackendAccess {
  url: string;
  email: string;
  password: string;
}

export interface OwnBackend {
  /** Reads the mail of somebody who was invited: the token in it. */
  readInvitation(email: string): Promise<string | null>;
  process: BackendProcess;
  access: BackendAccess;
}

/** Operators here are quicker than people, and share an address. */
const UNLIMITED = '1000000000';

/** Starts a backend for one run, with the scenario's limits. Throws a `BackendStartError`. */
export async function startOwnBackend(
  seed: string,
  scenario: Scenario,
  environment: Record<string, string | undefined>,
): Promise<OwnBackend> {
  const email = 'owner@simulation.example';
  const password = toHex(seededRandom(seed, 'password').bytes(16));
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
  });
  const outbox = join(process.dataFolder, 'outbox');
  return {
    process,
    access: { url: process.url, email, password },
    readInvitation: (to) => findInvitationToken(outbox, to),
  };
}
