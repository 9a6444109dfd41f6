import type { Command } from '@sign-display/contracts/rest/commands';
import { backgroundChangeOf } from './command-name.ts';
import { isOver } from './merge-commands.ts';
import { mergeRepeated } from './merge-repeated.ts';

/** The rows of a short list of commands: what somebody sends again and again is one row, so that it does not push out all else. Pure. */

export interface CommandEntry {
  /** Of its oldest command: the row stays one while more come. */
  id: string;
  /** The newest. */
  row: Command;
  count: number;
  /** When the first was sent. */
  firstAt: string;
}

const orderOf = ({ command, args, sentBy }: Command): string =>
  JSON.stringify([command, backgroundChangeOf(command, args), args['url'], sentBy?.id]);
const outcomeOf = ({ state, error }: Command): string => JSON.stringify([state, error]);

/** One that is on its way belongs to those that were done: it would else be a row that comes and goes. What failed is never behind it. */
const areSame = (newer: Command, older: Command): boolean =>
  orderOf(newer) === orderOf(older) &&
  (outcomeOf(newer) === outcomeOf(older) || (!isOver(newer) && older.state === 'acked'));

/** `commands`, newest first, as rows. */
export const commandRowsOf = (commands: readonly Command[]): CommandEntry[] =>
  mergeRepeated(commands, areSame).map(({ newest, oldest, count }) => ({
    id: oldest.commandId,
    row: newest,
    count,
    firstAt: oldest.createdAt,
  }));
