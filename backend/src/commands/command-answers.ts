import type { KioskMessage } from '@sign-display/contracts/kiosk-events';
import { notifySignsChanged } from '../cluster/dashboard-feed.ts';
import type { Trx } from '../db/database-types.ts';
import { isForeignKeyViolation } from '../db/open-database.ts';
import type { CommandError, CommandEvent } from './command-machine.ts';
import { settleCommands } from './command-settling.ts';
import { findCommand, isStillLinked, lockCommand, type CommandRow } from './commands-repository.ts';
import type { CommandsDeps } from './commands-service.ts';
import { noteBulkAnswer } from './bulk/bulk-progress.ts';
import { storableJson } from '../db/storable-json.ts';
import { lockSignOfDevice } from '../signs/signs-repository.ts';
import { endOrderedRestart, type RestartChange } from '../signs/begin-and-end-restarts.ts';
import {
  isPicture,
  readScreenshot,
  screenshotSummary,
  storeScreenshot,
  type Screenshot,
} from './stored-screenshots.ts';
import { storeLogLines } from './stored-sign-logs.ts';
import { noteUpdateStatus } from './record-updater-status.ts';

/** What kiosks answer to commands (contract, section 4.1). An answer to a command of another device, or to none, changes nothing. */

/** A result is shown beside its command: what is larger belongs into a message of its own. */
const RESULT_BOUNDS = { bytes: 16_384, depth: 6, entries: 200 };

const LINES_NOT_KEPT = {
  code: 'quota_exceeded',
  detail: 'The device has reached its daily limit (UTC) for log data. Not all of its log lines were stored.',
};

export function createCommandAnswers(deps: CommandsDeps & { tell(rows: readonly CommandRow[]): void }) {
  const { db, clock, feed, restarts, tell } = deps;

  /** The machine's event for an acknowledgement, with what is kept of its result. */
  function readAck(
    row: CommandRow,
    deviceSignId: string,
    result: unknown,
    nowMs: number,
  ): { event: CommandEvent; result: string | null; screenshot: Screenshot | null } {
    const acked = { type: 'acked', deviceSignId } as const;
    if (row.command !== 'screenshot')
      return { event: acked, result: storableJson(result, RESULT_BOUNDS), screenshot: null };
    const screenshot = readScreenshot(result, nowMs);
    if (!('wrong' in screenshot)) return { event: acked, result: screenshotSummary(screenshot), screenshot };
    const error = { code: 'invalid_result', detail: screenshot.wrong };
    return { event: { type: 'error', deviceSignId, error }, result: null, screenshot: null };
  }

  /** False where there is no such command. */
  async function settle(
    commandId: string,
    decide: (trx: Trx, row: CommandRow, nowMs: number) => Promise<CommandRow[]>,
    before: (trx: Trx) => Promise<void> = async () => {},
  ): Promise<boolean> {
    const nowMs = clock.now();
    const settled = await db.transaction().execute(async (trx) => {
      await before(trx);
      const row = await lockCommand(trx, commandId);
      if (!row) return null;
      // What a device answers after it was taken off the record is nobody's to read there (A1), whether the sweep has seen it or not.
      if (!(await isStillLinked(trx, row))) return await settleCommands(deps, trx, [row], { type: 'unlinked' }, nowMs);
      return await decide(trx, row, nowMs);
    });
    if (settled === null) return false;
    tell(settled);
    return true;
  }

  /** Whatever it was told to do, it does not: if that was a restart, it is none (promise N9). A record is locked before its commands. */
  async function failBy(deviceSignId: string, commandId: string, error: CommandError): Promise<void> {
    let ended: RestartChange[] = [];
    const isCommand = await settle(
      commandId,
      (trx, row, nowMs) => settleCommands(deps, trx, [row], { type: 'error', deviceSignId, error }, nowMs),
      async (trx) => void (ended = await endOrderedRestart(trx, deviceSignId, commandId)),
    );
    notifySignsChanged(feed, ended);
    if (!isCommand) await answerBulk(commandId, deviceSignId, 'failed');
  }

  /** A bulk request asks kiosks for their word on a page or settings under its own identifier. */
  async function answerBulk(bulkId: string, deviceSignId: string, answer: 'acked' | 'failed'): Promise<void> {
    const organizationId = await noteBulkAnswer(db, { bulkId, deviceSignId, answer });
    if (organizationId !== null) feed.bulksChanged(organizationId, [bulkId]);
  }

  return {
    /** `sign:command_ack`. A screenshot is kept with it; one that is none makes the command fail. */
    async acknowledge(deviceSignId: string, { commandId, result }: KioskMessage<'sign:command_ack'>): Promise<void> {
      const pictured: CommandRow[] = [];
      const isCommand = await settle(
        commandId,
        async (trx, row, nowMs) => {
          const ack = readAck(row, deviceSignId, result, nowMs);
          const settled = await settleCommands(deps, trx, [row], ack.event, nowMs, ack.result);
          const isKept = ack.screenshot !== null && settled[0]?.state === 'acked';
          if (isKept && (await storeScreenshot(trx, row, ack.screenshot!, nowMs))) pictured.push(row);
          return settled;
        },
        // Of a picture its record tells.
        async (trx) => void (isPicture(result) && (await lockSignOfDevice(trx, deviceSignId))),
      );
      for (const { organizationId, signRecordId } of pictured) feed.signsChanged(organizationId, [signRecordId]);
      if (!isCommand) await answerBulk(commandId, deviceSignId, 'acked');
    },

    /** `sign:command_error`. */
    fail: (deviceSignId: string, { commandId, code, detail }: KioskMessage<'sign:command_error'>): Promise<void> =>
      failBy(deviceSignId, commandId, { code, detail }),

    /**
     * `sign:logs`: keeps the lines that a `fetch_logs` of this device brought; false where there is no such command. If lines are not kept because the
     * device has used up its bytes of the day, the command fails and says so.
     */
    async keepLogs(deviceSignId: string, { commandId, lines }: KioskMessage<'sign:logs'>): Promise<boolean> {
      const row = await findCommand(db, commandId);
      if (row?.command !== 'fetch_logs' || row.deviceSignId !== deviceSignId || row.sentAt === null) return false;
      try {
        const stored = await db.transaction().execute((trx) => storeLogLines(trx, deps, row, lines));
        if (stored === 'over_limit') await failBy(deviceSignId, commandId, LINES_NOT_KEPT);
      } catch (error) {
        // The record was deleted in this very moment, and its log with it.
        if (!isForeignKeyViolation(error)) throw error;
      }
      return true;
    },

    /** `sign:update_status`: kept, and shown at the `update` command that it belongs to. */
    async keepUpdateStatus(deviceSignId: string, status: KioskMessage<'sign:update_status'>): Promise<void> {
      const noted = await db
        .transaction()
        .execute((trx) => noteUpdateStatus(trx, deps, deviceSignId, status, clock.now()));
      tell(noted.commands);
      if (status.state === 'installing') restarts.begun(noted.restarts);
      else notifySignsChanged(feed, noted.restarts);
    },
  };
}
