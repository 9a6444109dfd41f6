import { Argument, Option } from 'commander';
import { LIMITS } from '@sign-display/contracts/limits';
import {
  COMMAND_EXPIRY_SECONDS,
  COMMAND_NAMES,
  type CommandName,
  type CommandRequest,
} from '@sign-display/contracts/rest/commands';
import { chooseSign } from '../find-record.ts';
import { awaitCommand } from '../await-command.ts';
import { wholeNumber, type Commands, type CommandContext, type Options } from '../command-context.ts';
import { EXIT, Failure, done, wrongUsage } from '../failure.ts';

/** The options that one command takes, and no other. */
const OPTIONS_OF = {
  display_content: ['url', 'until'],
  set_background_mode: ['enabled'],
  fetch_logs: ['limit', 'since'],
  screenshot: ['maxWidth'],
  identify: ['seconds'],
} as const satisfies Partial<Record<CommandName, readonly (keyof Options)[]>>;

/** Where the service keeps what a command has brought. */
const RESULT_AT: Partial<Record<CommandName, string>> = { fetch_logs: 'logs', screenshot: 'screenshot' };

/** Throws a `Failure` for an option of another command, and for one that is missing. */
function requestOf(name: CommandName, desk: CommandContext): CommandRequest {
  for (const [owner, options] of Object.entries(OPTIONS_OF)) {
    const given = options.find((option) => desk[option] !== undefined);
    if (owner === name && !given && (name === 'display_content' || name === 'set_background_mode'))
      throw wrongUsage(`${name} needs --${options[0]}.`, 'Nothing was sent. See "command --help".');
    if (owner !== name && given)
      throw wrongUsage(`${name} does not support the options of ${owner}.`, 'Nothing was sent. See "command --help".');
  }
  const { url = '', until, enabled, limit, since, maxWidth, seconds, expires, wait } = desk;
  const delivery = { ...(expires !== undefined && { expiresInSeconds: expires }), ...(wait && { wait }) };
  const from = since !== undefined && { since };
  if (name === 'display_content')
    return { command: name, args: { url, ...(until !== undefined && { until }) }, ...delivery };
  if (name === 'set_background_mode') return { command: name, args: { enabled: enabled !== 'off' }, ...delivery };
  if (name === 'fetch_logs')
    return { command: name, args: { ...(limit !== undefined && { limit }), ...from }, ...delivery };
  if (name === 'screenshot') return { command: name, args: maxWidth === undefined ? {} : { maxWidth }, ...delivery };
  if (name === 'identify') return { command: name, args: seconds === undefined ? {} : { seconds }, ...delivery };
  return { command: name, ...delivery };
}

/** Sends `name` to the sign of that name, and returns its record when it is over. Throws a `Failure` where the sign did not do it. */
async function sendCommand(desk: CommandContext, sign: string, name: CommandName) {
  const { client, clock, organization, wait = false, expires = COMMAND_EXPIRY_SECONDS.usual } = desk;
  const body = requestOf(name, desk);
  const { id, name: signName } = await chooseSign(client, organization, sign);
  const sent = await client.call('POST /api/signs/:id/commands', { params: { id }, body });
  const { commandId } = done(sent).body;
  const row = await awaitCommand(client, clock, { signId: id, commandId, expires, wait });
  const words = `${name} to “${signName}”: ${row.state}`;
  if (row.state === 'acked' || row.state === 'queued') return { id, signName, row, words };
  const { code, detail } = row.error ?? { code: row.state, detail: 'The sign did not finish the command in time.' };
  throw new Failure(EXIT.refused, { code, title: `${words} (${code}).`, next: detail, command: row });
}

/** `command` and `identify`: what a sign is told to do now. */
export function addSignCommands({ command, acts }: Commands): void {
  command(
    'command',
    'Sends a command to a sign and prints the result.',
    'command "Entrance" display_content --url https://example.com',
  )
    .argument('<sign>', 'the record: its name, its identifier or its device’s code')
    .addArgument(new Argument('<command>').choices(COMMAND_NAMES))
    .option('--url <address>', 'display_content: URL of the page')
    .option('--until <time>', 'display_content: end time (2026-11-22T18:00:00Z)')
    .addOption(new Option('--enabled <switch>', 'set_background_mode: on or off').choices(['on', 'off']))
    .option('--limit <lines>', 'fetch_logs: maximum number of lines', wholeNumber)
    .option('--since <time>', 'fetch_logs: only lines since this time')
    .option('--max-width <pixels>', 'screenshot: maximum width', wholeNumber)
    .option('--seconds <seconds>', 'identify: duration (default: 10)', wholeNumber)
    .option('--expires <seconds>', 'how long the command may wait for the sign', wholeNumber)
    .option('--wait', 'queue the command if the sign is not connected, and do not wait for its answer')
    .action(
      acts(async (desk, sign, name) => {
        const commandName = COMMAND_NAMES.find((each) => each === name)!;
        const { id, row, words } = await sendCommand(desk, sign!, commandName);
        const brings = RESULT_AT[commandName];
        const where = row.state === 'acked' && brings ? ` Read it at ${desk.server}/api/signs/${id}/${brings}.` : '';
        desk.tell(row, `${words}.${where}`);
      }),
    );

  command(
    'identify',
    'Makes a sign show its code in large letters over its page, so that you can find it.',
    'identify "Entrance"',
  )
    .argument('<sign>', 'the record: its name, its identifier or its device’s code')
    .option('--seconds <seconds>', 'duration, at most 60 (default: 10)', wholeNumber)
    .action(
      acts(async (desk, sign) => {
        const { signName, row } = await sendCommand(desk, sign!, 'identify');
        desk.tell(row, `“${signName}” shows its code for ${desk.seconds ?? LIMITS.identifySeconds} s.`);
      }),
    );
}
