import type { Command } from '@sign-display/contracts/rest/commands';
import type { WallWords } from '../words/wall-words-loader.ts';

/** Why a command was not done, in the page's words where it has some, else in the sign's; null where nobody says. Pure. */
export function commandFailureText({ sign }: Pick<WallWords, 'sign'>, error: Command['error']): string | null {
  const { why } = sign.commands;
  if (error === null) return null;
  return error.code in why ? why[error.code as keyof typeof why] : error.detail || error.code;
}
