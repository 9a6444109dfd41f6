import type { KioskMessage } from '@sign-display/contracts/kiosk-events';
import { LIMITS } from '@sign-display/contracts/limits';
import type { Checker, Watch } from './checker.ts';
import { runMs } from './watch-clock-errors.ts';
import { assertPromise } from './assert-promise.ts';
import { mirror, type Mirror } from './shared-table-mirror.ts';
import type { CommandRow, SignRow } from './row-types.ts';

const { restartMs, offlineAfterMs } = LIMITS;

/** Between a decision and its commit. */
const SLACK_MS = 1_000;
/** A node looks every two seconds how long a restart has lasted; whoever is slow does so later. */
const ENDS_WITHIN_MS = restartMs + 20_000;
const LOOK_EVERY_MS = 1_000;

/** What was ordered of the sign of a record, and when another boot of it registered. */
interface Order {
  commandId: string;
  deviceSignId: string;
  bootId: unknown;
  sentMs: number;
  backMs: number | null;
}

const isRestart = ({ command }: CommandRow): boolean => command === 'reboot' || command === 'reboot_device';

/** N9: a restart that the service has ordered is no outage, for three minutes and no longer. By orders and registers, whatever the records say of them. */
export const restarts: Checker = {
  promises: ['N9'],
  begin(world): Watch {
    const { coverage, timeline } = world;
    const signs: Mirror<SignRow> = mirror(world, 'sign');
    const commands: Mirror<CommandRow> = mirror(world, 'command');
    const boots = new Map<string, unknown>();
    const orders = new Map<string, Order>();
    /** Since when each record has said the same of a restart. */
    const marked = new Map<string, { untilMs: number; sinceMs: number }>();
    let lookedMs = 0;

    world.network.onArrival(({ signId, to, event, payload }) => {
      if (to === 'node' && event === 'sign:command_error') {
        const { commandId } = payload as KioskMessage<'sign:command_error'>;
        noteRefusal(commandId);
      }
      if (to !== 'node' || event !== 'sign:register') return;
      const { bootId } = payload as { bootId: unknown };
      boots.set(signId, bootId);
      for (const order of orders.values())
        if (order.deviceSignId === signId && order.bootId !== bootId) order.backMs ??= timeline.nowMs();
    });

    /** By what the sign says: a command that has expired meanwhile stays expired. */
    function noteRefusal(commandId: string): void {
      for (const [id, order] of orders) if (order.commandId === commandId) orders.delete(id);
    }

    function noteCommand(before: CommandRow | null, after: CommandRow): void {
      const { id: commandId, sign_record_id: recordId, device_sign_id: deviceSignId, state } = after;
      if ((state === 'refused' || state === 'failed') && orders.get(recordId)?.commandId === commandId)
        orders.delete(recordId);
      if (state !== 'sent' || before?.state === 'sent' || !isRestart(after)) return;
      const sign = signs.get(recordId);
      // Also of one that is offline by its record: its first heartbeat may be on its way.
      if (sign?.device_sign_id !== deviceSignId) return;
      const untilMs = sign.restarting_until?.getTime() ?? NaN;
      const isSaid = Math.abs(untilMs - after.sent_at!.getTime() - restartMs) <= SLACK_MS;
      assertPromise(isSaid, 'N9', 'a sign was told to restart, and its record does not say until when', () => ({
        seen: sign.restarting_until,
        expected: `${restartMs} ms after ${after.sent_at!.toISOString()}`,
      }));
      const bootId = boots.get(deviceSignId);
      orders.set(recordId, { commandId, deviceSignId, bootId, sentMs: timeline.nowMs(), backMs: null });
      coverage.hit('restart ordered');
    }

    function checkOffline({ id, name }: SignRow): void {
      const order = orders.get(id);
      if (!order) return;
      orders.delete(id);
      const { sentMs, backMs } = order;
      const nowMs = timeline.nowMs();
      const found = (expected: string) => () => ({
        seen: `${name} offline ${Math.round(nowMs - sentMs)} ms after it was told to restart, back after ${backMs === null ? 'never' : `${Math.round(backMs - sentMs)} ms`}`,
        expected,
      });
      if (backMs === null) {
        const isOver = nowMs - sentMs >= restartMs - SLACK_MS;
        assertPromise(
          isOver,
          'N9',
          'a sign that was told to restart is called offline',
          found(`not within ${restartMs} ms`),
        );
        coverage.hit('restart not back in time');
      } else if (backMs - sentMs < restartMs && world.disturbedMs() < sentMs) {
        const hadTime = nowMs - backMs >= offlineAfterMs - SLACK_MS;
        const words = 'a sign that is back from its restart is called offline before it could be heard';
        assertPromise(hadTime, 'N9', words, found(`not within ${offlineAfterMs} ms of its register`));
      }
    }

    function checkEnds(): void {
      const nowMs = timeline.nowMs();
      for (const [id, { sinceMs }] of marked) {
        const isOverdue = nowMs - Math.max(sinceMs, world.disturbedMs()) > ENDS_WITHIN_MS;
        assertPromise(!isOverdue, 'N9', 'a restart has no end', () => ({
          seen: `${signs.get(id)?.name} restarting for ${Math.round(nowMs - sinceMs)} ms`,
          expected: `ended after ${restartMs} ms`,
        }));
      }
    }

    function noteSign(before: SignRow | null, after: SignRow | null): void {
      const id = (after ?? before)!.id;
      if (after?.device_sign_id !== before?.device_sign_id) orders.delete(id);
      if (!after?.restarting_until) {
        if (marked.delete(id) && orders.get(id)?.backMs) coverage.hit('restart back in time');
      } else if (marked.get(id)?.untilMs !== runMs(after.restarting_until))
        marked.set(id, { untilMs: runMs(after.restarting_until), sinceMs: timeline.nowMs() });
      if (after?.presence === 'offline' && before?.presence === 'online') checkOffline(after);
    }

    return {
      async afterCommit(commits) {
        for (const { before, after } of await signs.update(commits)) noteSign(before, after);
        for (const { before, after } of await commands.update(commits)) if (after) noteCommand(before, after);
      },
      afterStep() {
        if (timeline.nowMs() - lookedMs < LOOK_EVERY_MS) return;
        lookedMs = timeline.nowMs();
        checkEnds();
      },
    };
  },
};
