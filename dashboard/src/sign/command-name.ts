import type { WallWords } from '../words/wall-words-loader.ts';

/** Which way a command to or from the background goes; null of any other, and where its arguments are not known. Pure. */
export function backgroundChangeOf(command: string, args: object | undefined): 'on' | 'off' | null {
  if (command !== 'set_background_mode' || !args || !('enabled' in args)) return null;
  return args.enabled === true ? 'on' : 'off';
}

/** What a command is called; one that nobody here knows by its own name. Pure. */
export function commandName({ sign }: Pick<WallWords, 'sign'>, command: string, args?: object): string {
  const ground = backgroundChangeOf(command, args);
  return ground === null ? (sign.commands.names[command] ?? command) : sign.commands.background[ground];
}
