import { PEOPLE } from '../initial-data.ts';
import type { World } from '../world.ts';
import type { Checker, Watch } from './checker.ts';
import { runMs, watchClocks } from './watch-clock-errors.ts';
import { checkCommandChange, commandTransitionOf, type ReceivedAnswer } from './command-changes.ts';
import { assertPromise } from './assert-promise.ts';
import { watchRegistered } from './watch-link-acks.ts';
import { mirror, type Mirror } from './shared-table-mirror.ts';
import { isRegistered } from './is-registered.ts';
import type { CommandRow } from './row-types.ts';

const LOOK_EVERY_MS = 5_000;
/** Longer than the longest pause between two times that an unanswered command is sent. */
const MOVES_WITHIN_MS = 90_000;
/** A page that has been overtaken by another is not sent again. */
const MAY_BE_OVERTAKEN = 'display_content';

const PATH = /^\/api\/signs\/([0-9a-f-]{36})\/commands$/;

interface Ordered {
  who: keyof typeof PEOPLE;
  command: unknown;
  signRecordId: string;
}

/** Since when each device has been connected without a break, by the kiosk's own word; Infinity where it is not. */
function watchOnline(world: World) {
  const since = world.signs.map(() => Infinity);
  return {
    look() {
      for (const { index, isOn, kiosk } of world.stirred)
        if (!isOn || !isRegistered(kiosk)) since[index] = Infinity;
        else if (since[index] === Infinity) since[index] = world.timeline.nowMs();
    },
    sinceMs(signId: string): number {
      const sign = world.signs.find(({ kiosk }) => kiosk.agent()?.stored.identity?.signId === signId);
      return sign ? since[sign.index]! : Infinity;
    },
  };
}

/** The rows of commands, who sent them and what signs said: M3. */
export const commands: Checker = {
  promises: ['M3'],
  begin(world): Watch {
    const { coverage, timeline } = world;
    const rows: Mirror<CommandRow> = mirror(world, 'command');
    const deviceOf = watchRegistered(world);
    const clocks = watchClocks(world);
    const online = watchOnline(world);
    const answers = new Map<string, ReceivedAnswer[]>();
    const reached = new Set<string>();
    const ordered = new Map<string, Ordered>();
    let lookedMs = 0;

    world.network.onArrival(({ kiosk, to, event, payload }) => {
      const { commandId, code } = (payload ?? {}) as { commandId?: unknown; code?: unknown };
      if (typeof commandId !== 'string') return;
      if (to === 'kiosk') return void reached.add(commandId);
      if (event !== 'sign:command_ack' && event !== 'sign:command_error') return;
      const answer = { signId: deviceOf(kiosk), code: event === 'sign:command_ack' ? null : String(code) };
      answers.set(commandId, [...(answers.get(commandId) ?? []), answer]);
      coverage.hit(`command answered ${answer.code ?? 'done'}`);
    });

    world.onAsked(({ who, request, reply }) => {
      const [, signRecordId] = (request.method === 'POST' && PATH.exec(request.path)) || [];
      if (!signRecordId || reply === null) return;
      const { command } = (request.body ?? {}) as { command?: unknown };
      const { commandId, code } = reply.body as { commandId?: string; code?: string };
      coverage.hit(`command told ${code ?? reply.status}`);
      if (commandId !== undefined) ordered.set(commandId, { who, command, signRecordId });
    });

    function checkOrdered(): void {
      for (const [id, { who, command, signRecordId }] of ordered) {
        const row = rows.get(id);
        ordered.delete(id);
        // A record that is deleted takes its commands with it.
        if (!row) continue;
        const isTheirs =
          row.sent_by_id === PEOPLE[who].id && row.command === command && row.sign_record_id === signRecordId;
        assertPromise(isTheirs, 'M3', 'a command is not what was ordered, or not by whom', () => ({
          seen: row,
          expected: { who: PEOPLE[who].id, command, signRecordId },
        }));
      }
    }

    /** Whoever can be reached is reached, and what is over is noted as over. */
    function checkMoves(): void {
      const nowMs = timeline.nowMs();
      const patience = MOVES_WITHIN_MS + 2 * clocks.mostMs();
      for (const row of rows.rows()) {
        if (row.state !== 'queued' && row.state !== 'sent') continue;
        const isOverdue = nowMs - Math.max(runMs(row.expires_at), world.disturbedMs()) > patience;
        assertPromise(!isOverdue, 'M3', 'a command outlives its time', () => ({ seen: row, expected: 'expired' }));
        if (row.command === MAY_BE_OVERTAKEN) continue;
        const sinceMs = Math.max(
          online.sinceMs(row.device_sign_id),
          world.disturbedMs(),
          seenMs.get(row.id) ?? Infinity,
        );
        const isStuck = nowMs - sinceMs > patience && (row.state === 'queued' || !reached.has(row.id));
        assertPromise(
          !isStuck,
          'M3',
          `a command is ${row.state} and its sign, which is connected, never had it`,
          () => ({
            seen: row,
            expected: `sent within ${patience / 1_000} s`,
          }),
        );
      }
    }
    const seenMs = new Map<string, number>();

    return {
      afterStep() {
        clocks.look();
        online.look();
        if (ordered.size > 0) checkOrdered();
        if (timeline.nowMs() - lookedMs < LOOK_EVERY_MS) return;
        lookedMs = timeline.nowMs();
        checkMoves();
      },
      async afterCommit(commits) {
        for (const change of await rows.update(commits)) {
          const name = commandTransitionOf(change);
          if (name !== null) coverage.hit(name);
          if (change.before === null && change.after !== null) seenMs.set(change.after.id, timeline.nowMs());
          checkCommandChange(change, answers.get(change.after?.id ?? '') ?? []);
        }
      },
    };
  },
};
