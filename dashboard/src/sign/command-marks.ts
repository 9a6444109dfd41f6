import type { CommandState } from '@sign-display/contracts/rest/commands';

/** The marks of a command's ends, by the word that a history has of them. */
export const COMMAND_MARKS: Record<string, CommandState> = {
  acked: 'acked',
  failed: 'failed',
  expired: 'expired',
  refused: 'refused',
};
