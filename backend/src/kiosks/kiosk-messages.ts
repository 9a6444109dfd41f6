import { BROWSER_PLATFORM, browserMacAddress } from '@sign-display/contracts/browser-mac-address';
import { ERROR_CODES, type ErrorCode } from '@sign-display/contracts/error-codes';
import type { KioskMessage, SocketRefusal } from '@sign-display/contracts/kiosk-events';
import type { Clock } from '@sign-display/contracts/clock-and-random';
import { deriveShortCode } from '@sign-display/contracts/short-code';
import type { ClaimsService } from '../claims/claims-service.ts';
import type { Commands } from '../commands/assemble-command-services.ts';
import type { Gate } from '../flow/gate.ts';
import type { Db } from '../db/database-types.ts';
import type { Pace } from '../db/combine-queries.ts';
import { createBatchedWrite } from '../db/batched-write.ts';
import { isStalePlan } from '../db/database-errors.ts';
import { recordRegistration, recordRegistrations, type Registration } from '../devices/devices-repository.ts';
import type { FrameChecks } from '../frames/admit-frame-checks.ts';
import type { Presence } from '../presence/presence.ts';
import type { createConfigSync } from './merge-settings-from-kiosk.ts';
import type { createDeviceFacts } from '../signs/write-registration-facts.ts';
import type { KioskRecordSync } from '../signs/send-record-to-kiosk.ts';
import type { ReleaseAtMachine } from './release-at-machine.ts';
import { confirmClaim } from '../signs/signs-repository.ts';
import type { KioskReports } from './kiosk-reports.ts';
import type { Logger } from '../logging/logger-type.ts';
import type { KioskConnection } from './kiosk-connections.ts';
import type { KioskMessageHandlers } from './kiosk-namespace.ts';

const refusal = (code: ErrorCode, detail: string = ERROR_CODES[code].title): SocketRefusal => ({
  ok: false,
  error: { code, detail },
});

/**
 * A sign in a browser tab must use the hardware address derived from its signId, and no other platform may use it
 * (details 100). So an address still identifies one machine.
 */
function isAddressRight({ signId, macAddress: proved }: KioskConnection, told: KioskMessage<'sign:register'>): boolean {
  const ofBrowser = browserMacAddress(signId);
  const addresses = [proved, told.macAddress];
  return told.device.platform === BROWSER_PLATFORM
    ? addresses.every((address) => address === ofBrowser)
    : !addresses.includes(ofBrowser);
}

/** A kiosk that stays mistaken in whose it is is told so again after so many heartbeats. */
const HEARTBEATS_A_CORRECTION = 3;

/** What each message of a kiosk sets going (contract, section 4.1). */
export function createKioskMessageHandlers(deps: {
  db: Db;
  clock: Clock;
  pace: Pace;
  claims: ClaimsService;
  commands: Commands;
  presence: Presence;
  /** Tells a device all that it is to know after it has registered. */
  catchUp(deviceSignId: string): Promise<void>;
  /** Keeps in a device's record what its kiosk says of the machine. */
  deviceFacts: ReturnType<typeof createDeviceFacts>;
  /** Tells the devices of this node what their records say. */
  truth: KioskRecordSync;
  reports: KioskReports;
  syncConfig: ReturnType<typeof createConfigSync>;
  checkFrames: FrameChecks;
  releases: ReleaseAtMachine;
  /** How many registrations are written and told what they missed at once, together. None is refused: there is one a connection. */
  registrations: Gate;
  heartbeatIntervalMs: number;
  log: Logger;
}): KioskMessageHandlers {
  const { db, clock, pace, claims, commands, presence, reports, truth, registrations, log } = deps;

  /** Cuts off a kiosk whose answer to a command could not be kept: it answers again when it is back. */
  const keepAnswer = (connection: KioskConnection, keeping: Promise<void>): Promise<void> =>
    keeping.catch((error: unknown) => {
      connection.socket.close();
      throw error;
    });

  /** The record is the truth (promise C7): a kiosk whose heartbeat has it otherwise than it was told hears it again. */
  function correct(connection: KioskConnection, { status }: KioskMessage<'heartbeat'>): void {
    const saysClaimed = status !== 'unclaimed';
    const { signId, toldRecord, correctedUntilMs } = connection;
    const isRight = toldRecord === undefined || (toldRecord !== null) === saysClaimed;
    if (isRight || clock.monotonicMs() < correctedUntilMs) return;
    connection.correctedUntilMs = clock.monotonicMs() + HEARTBEATS_A_CORRECTION * deps.heartbeatIntervalMs;
    log.info({ signId, status }, 'claim state mismatch, resending config');
    void truth.tell(signId);
  }

  const record = createBatchedWrite(
    (told: Registration[]) => recordRegistrations(db, told),
    (told) => recordRegistration(db, told),
    pace,
  );

  return {
    async 'sign:register'(connection, told) {
      const { signId } = connection;
      // What else its screen says is a later version's; kept, it would be shown to everybody.
      const { width, height, scaleFactor } = told.device.screen;
      const message = { ...told, device: { ...told.device, screen: { width, height, scaleFactor } } };
      if (message.signId !== signId) return refusal('identity_conflict');
      if (message.shortCode !== deriveShortCode(signId)) return refusal('short_code_mismatch');
      if (!isAddressRight(connection, message))
        return refusal('invalid_message', 'This hardware address belongs to another kind of sign.');
      const recorded = await registrations.run(() => record({ connection, message, atMs: clock.now() }));
      if (!recorded?.result) {
        // Another connection has taken the device, perhaps on another node that could not tell this one.
        connection.socket.close();
        return refusal('conflict');
      }
      connection.registered = true;
      connection.platform = message.device.platform;
      if (recorded.result.isClaimed) connection.owed.returned();
      // The reply first.
      clock.after(0, () => {
        registrations
          .run(async () => {
            await deps.deviceFacts.renew({ deviceSignId: signId, bootId: connection.bootId, device: message.device });
            await deps.catchUp(signId);
          })
          .catch((error: unknown) => {
            log.error({ err: error, signId }, 'claim or commands not resumed, disconnecting the kiosk');
            connection.socket.close();
          });
      });
      return {
        ok: true,
        heartbeatIntervalMs: deps.heartbeatIntervalMs,
        serverTimeMs: clock.now(),
        registered: true,
      };
    },

    heartbeat(connection, message) {
      presence.beat(connection.signId, message);
      reports.heard(connection, message);
      connection.socket.send('heartbeat:ack', { seq: message.seq, serverTimeMs: connection.lastLifeAtMs });
      correct(connection, message);
    },

    async 'sign:link_ack'({ signId, socket }, message) {
      if (message.result === 'success' || message.reason !== undefined) {
        try {
          return await claims.acknowledge(signId, message);
        } catch (error) {
          // A kiosk says it once. What met a migration has done nothing, and is done anew.
          if (!isStalePlan(error as Error)) throw error;
          return await claims.acknowledge(signId, message);
        }
      }
      const refused = refusal('invalid_message', 'A failure must contain its reason.');
      socket.send('kiosk:error', { ...refused.error, event: 'sign:link_ack' });
      return refused;
    },

    async 'sign:claim_confirmed'(connection, { signRecordId, requestId }) {
      const confirmation = { signRecordId, requestId, deviceSignId: connection.signId, atMs: clock.now() };
      if (!(await confirmClaim(db, confirmation))) return refusal('not_found');
      // What its heartbeats said until now was of a device without a record.
      presence.repeat(connection.signId);
      return { ok: true };
    },

    async 'sign:released'(connection) {
      const { signId } = connection;
      const released = await deps.releases.release(connection);
      if (!released) return refusal('conflict', 'This device is now on another connection.');
      // The reply first: what follows ends the connection.
      clock.after(0, () => {
        released.tell().catch((error: unknown) => {
          log.warn({ err: error, signId }, 'sign released, but not every node was notified');
        });
      });
      return { ok: true };
    },

    'sign:command_ack': (connection, message) =>
      keepAnswer(connection, commands.acknowledge(connection.signId, message)),
    'sign:command_error': (connection, message) => keepAnswer(connection, commands.fail(connection.signId, message)),
    'sign:update_status': ({ signId }, message) => commands.keepUpdateStatus(signId, message),
    async 'sign:logs'({ signId }, message) {
      return (await commands.keepLogs(signId, message)) ? { ok: true } : refusal('not_found');
    },
    'sign:frame_check': (connection, { url }) => deps.checkFrames(connection, url),
    'sign:config_sync': ({ signId, socket }, message) => deps.syncConfig(signId, message, socket.remoteAddress),
    ...reports.handlers,
  };
}
