import type { DashboardUpdateMessage } from '@sign-display/contracts/dashboard-events';
import { isShed, tokenOf, type Crew } from '../crew/send-claim.ts';
import type { Plan } from '../plan/plan.ts';
import type { World } from '../ports.ts';
import { subscribe } from './subscribers.ts';
import { atRate, kiosksThere, within } from './waiting-helpers.ts';

const COMMANDS = [
  { command: 'refresh' },
  { command: 'identify', args: { seconds: 1 } },
  { command: 'set_background_mode', args: { enabled: false } },
  { command: 'fetch_logs', args: { limit: 10 } },
] as const;

/** A sign that is there does what it is told at once. */
const DONE_WITHIN_MS = 15_000;

const isOver = (state: string): boolean => !['queued', 'sent'].includes(state);

/** One operator at a wall, who gives the commands of their share and hears of each when it is done. */
export async function commanders(world: World, plan: Plan, crew: Crew, user: number, beginMs: number): Promise<void> {
  /** What was heard of a command, also before its number is known: the answer to the request may be the later one. */
  const ended = new Map<string, string>();
  const waiting = new Map<string, (state: string) => void>();
  const wall = await subscribe(world, plan, crew, user, (name, payload) => {
    if (name !== 'command:update') return;
    const { commandId, state } = payload as DashboardUpdateMessage<'command:update'>;
    if (!isOver(state)) return;
    const tell = waiting.get(commandId);
    if (tell) tell(state);
    else ended.set(commandId, state);
  });
  if (wall === null) return;

  async function command(dueMs: number, number: number): Promise<void> {
    const there = Math.min(crew.signIds.length, kiosksThere(plan, dueMs - beginMs));
    if (there === 0) return;
    const { command: name, ...rest } = COMMANDS[number % COMMANDS.length]!;
    const id = crew.signIds[(number * plan.commanders + user) % there]!;
    const reply = await world.ask('POST /api/signs/:id/commands', {
      path: `/api/signs/${id}/commands`,
      token: tokenOf(crew, user),
      body: { command: name, ...rest },
    });
    world.record('served', !isShed(reply));
    if (isShed(reply)) return;
    const { commandId } = Object(reply.json());
    const state =
      reply.status === 202
        ? (ended.get(commandId) ??
          (await within(world.clock, DONE_WITHIN_MS, new Promise<string>((tell) => waiting.set(commandId, tell)))))
        : null;
    waiting.delete(commandId);
    ended.delete(commandId);
    world.record('command_acked', state === 'acked', { command: name });
    if (state === 'acked') world.record('command_acked_ms', world.clock.now() - dueMs, { command: name });
    else
      world.warn(
        `the command ${name} ended in state ${state ?? 'unknown'} (${reply.status} ${reply.text().slice(0, 200)})`,
      );
  }

  const rate = (plan.settings.rate * (plan.roles.commanders ?? 0)) / plan.commanders;
  await atRate(world.clock, plan, rate, beginMs, command);
  wall.connection.close();
}
