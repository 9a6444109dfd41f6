import { InvalidArgumentError, type Command } from 'commander';
import type { Client, Fetch } from '@sign-display/client/client';
import type { Clock, Random } from '@sign-display/contracts/clock-and-random';
import type { SIGN_STATUSES } from '@sign-display/contracts/rest/signs';
import { EXIT, Failure } from './failure.ts';
import type { Credentials } from './sign-in.ts';

/** The options of all commands. */
export interface Options extends Credentials {
  server: string;
  organization?: string;
  json?: true;
  event?: string;
  url?: string;
  name?: string;
  location?: string;
  requestId?: string;
  status?: (typeof SIGN_STATUSES)[number];
  search?: string;
  timeZone?: string;
  until?: string;
  enabled?: 'on' | 'off';
  limit?: number;
  since?: string;
  maxWidth?: number;
  seconds?: number;
  expires?: number;
  wait?: true;
}

/** What the process runs on. */
export interface Machine {
  clock: Clock;
  random: Random;
  fetch: Fetch;
}

/** What a command works with. */
export interface CommandContext extends Options, Machine {
  client: Client;
  token: string;
  /** One result: as JSON, or in words. */
  tell(result: unknown, words: string): void;
}
/** What a command does: its options are in the desk, its arguments follow. Throws what `failureOf` knows. */
export type Task = (desk: CommandContext, ...args: string[]) => Promise<unknown>;

/** The program, as those see it who add commands to it. */
export interface Commands {
  /** A subcommand; `example` stands in its help. */
  command(usage: string, description: string, example: string): Command;
  /** The action that signs in, runs `task`, and signs out. */
  acts(task: Task): (this: Command) => Promise<void>;
}

export function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be a whole number of at least 1.');
  return Number(text);
}

/** Aborts with a `Failure` of these facts at Ctrl-C; a second one ends the process at once. */
export function onInterrupt(facts: Failure['facts']): AbortSignal {
  const ending = new AbortController();
  process.once('SIGINT', () => ending.abort(new Failure(EXIT.interrupted, facts)));
  return ending.signal;
}
