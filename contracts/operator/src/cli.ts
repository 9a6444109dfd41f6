import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { Unreachable, createClient, type Client } from '@sign-display/client/client';
import { waitAndRetry } from '@sign-display/client/retry';
import { LIMITS } from '@sign-display/contracts/limits';
import { makeUuidV4 } from '@sign-display/contracts/identifiers';
import {
  COMMAND_EXPIRY_SECONDS,
  COMMAND_NAMES,
  type CommandName,
  type CommandRequest,
} from '@sign-display/contracts/rest/commands';
import { SIGN_STATUSES } from '@sign-display/contracts/rest/signs';
import { clock, fetchInTime, random } from './adapters/machine.ts';
import { chooseEvent, chooseOrganization, chooseSign } from './choose.ts';
import { askPatiently, deviceOf } from './claim.ts';
import { awaitCommand } from './command.ts';
import { EXIT, Failure, createReplyCheck, done, failureOf, unreached, wrongUsage } from './failure.ts';
import { endWith, endWithoutReader, print, printError } from './output.ts';
import { signIn, type Credentials } from './sign-in.ts';
import { watchSigns } from './watch.ts';

/** `npm run operator`: exit codes 0 done, 1 refused, 2 wrong usage, 3 service not reached, 130 ended by Ctrl-C. */

/** The options of all commands. */
interface Options extends Credentials {
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

/** What a command works with. */
interface Desk extends Options {
  client: Client;
  token: string;
  /** One result: as JSON, or in words. */
  tell(result: unknown, words: string): void;
}
type Task = (desk: Desk, ...args: string[]) => Promise<unknown>;

function httpOrigin(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new InvalidArgumentError('It must be an http or https address, as http://localhost:3000.');
  return new URL(text).origin;
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1 on.');
  return Number(text);
}

const program = new Command('operator')
  .description('What an operator does, from the command line: claims signs, lists them, commands them, watches them.')
  .addOption(
    new Option('--server <address>', 'where the service runs')
      .env('SIGN_DISPLAY_SERVER')
      .argParser(httpOrigin)
      .default('http://localhost:3000'),
  )
  .addOption(new Option('--email <address>', 'who signs in').env('SIGN_DISPLAY_EMAIL'))
  .addOption(
    new Option('--password <password>', 'better in the environment, or typed when asked').env('SIGN_DISPLAY_PASSWORD'),
  )
  .addOption(new Option('--token <token>', 'of "sign-in", in place of both').env('SIGN_DISPLAY_TOKEN'))
  .option('--organization <name>', 'its name or identifier, where you are in several')
  .option('--json', 'print JSON: the result, or {"error": …} on stderr')
  .addHelpText(
    'after',
    '\nExit codes: 0 done · 1 refused · 2 wrong usage · 3 service not reached · 130 ended by Ctrl-C',
  )
  .configureOutput({
    outputError(text) {
      const facts = { code: 'usage', title: text.trim(), next: 'Try --help.' };
      printError(process.argv.includes('--json') ? JSON.stringify({ error: facts }) : `${facts.title}\n${facts.next}`);
    },
  });

/** A subcommand; `example` stands in its help. */
const command = (usage: string, description: string, example: string): Command =>
  program.command(usage).description(description).addHelpText('after', `\nExample:\n  npm run operator -- ${example}`);

/** Signs in, runs `task`, and signs out again where the session was made for it; then the process ends. */
async function run(options: Options, args: string[], task: Task): Promise<void> {
  const { server, json } = options;
  const connection = {
    origin: server,
    retry: waitAndRetry(clock, 5, 5_000),
    fetch: fetchInTime,
    check: createReplyCheck(),
  };
  const client = createClient(connection);
  let code: number = EXIT.done;
  try {
    // Not by commander, which would repeat it.
    if (/[^\x21-\x7e]/.test(options.token ?? ''))
      throw wrongUsage('The token has characters that no token has.', 'Take a new one with "sign-in".');
    const token = options.token || (await signIn(client, options));
    const signedIn = createClient({ ...connection, token });
    try {
      const tell = (result: unknown, words: string) => print(json ? JSON.stringify(result) : words);
      await task({ ...options, client: signedIn, token, tell }, ...args);
    } finally {
      if (!options.token && task !== keepSession)
        await signedIn.call('POST /api/auth/sign-out', { body: {} }).catch(() => {});
    }
  } catch (error) {
    const failure = failureOf(error, server);
    const { title, next, code: name } = failure.facts;
    code = failure.exit;
    const words = [title, ...failure.details, next, `(${name})`].join('\n');
    printError(json ? JSON.stringify({ error: failure.facts }) : words);
  }
  endWith(code);
}

/** The action of a command: its options are in the desk, its arguments follow. */
const acts = (task: Task) =>
  function act(this: Command): Promise<void> {
    return run(this.optsWithGlobals(), this.args, task);
  };

const keepSession: Task = async ({ token, tell }) => tell({ token }, token);
command('sign-in', 'Prints a token for SIGN_DISPLAY_TOKEN, so that the password is typed once.', 'sign-in').action(
  acts(keepSession),
);

/** Aborts with a `Failure` of these facts at Ctrl-C; a second one ends the process at once. */
function onInterrupt(facts: Failure['facts']): AbortSignal {
  const ending = new AbortController();
  process.once('SIGINT', () => ending.abort(new Failure(EXIT.interrupted, facts)));
  return ending.signal;
}

/** Asks for a claim, patiently: what Ctrl-C and a lost reply mean is said. */
async function claimPatiently<Answer>(
  { server, json }: Desk,
  requestId: string,
  ask: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const next = `The claim may still settle. See it with "list", or ask for its outcome: the same command with --request-id ${requestId}`;
  const signal = onInterrupt({ code: 'interrupted', title: 'Stopped waiting.', next, requestId });
  const isShown = process.stderr.isTTY && !json;
  const progress = (seconds: number) => isShown && process.stderr.write(`\rwaiting for the sign … ${seconds} s `);
  try {
    return await askPatiently(() => ask(signal), { clock, signal, progress });
  } catch (error) {
    throw error instanceof Unreachable ? unreached(server, error, next) : error;
  } finally {
    if (isShown) process.stderr.write('\r\x1b[K');
  }
}
const requestIdOption = ['--request-id <id>', 'of an earlier try: asks for its outcome, and claims once'] as const;

command(
  'claim',
  'Claims the sign that shows CODE, once it has proved that it can load the page.',
  'claim 4Q8-50C --url https://example.com --event "Trade fair"',
)
  .argument('<code>', 'the six characters on the sign, or the text of its QR')
  .option('--url <address>', 'the page to show; without it the sign is claimed without a page')
  .option('--event <name>', 'its name or identifier, where there are several')
  .option('--name <name>', 'what the sign will be called (default: Sign CODE)')
  .option('--location <place>', 'where it hangs (default: the name of the event)')
  .option(...requestIdOption)
  .action(
    acts(async (desk, code) => {
      const { client, url, tell } = desk;
      const device = deviceOf(code!);
      const { id: organizationId } = await chooseOrganization(client, desk.organization);
      const event = await chooseEvent(client, organizationId, desk.event);
      const { name = `Sign ${device.shortCode.toUpperCase()}`, location = event.name } = desk;
      const { requestId = makeUuidV4(random) } = desk;
      const page = url === undefined ? {} : { url };
      const body = { organizationId, eventId: event.id, name, location, ...page, ...device, requestId };
      const answer = await claimPatiently(desk, requestId, (signal) =>
        client.call('POST /api/signs/claim', { body, signal }),
      );
      const { sign, handshake } = done(answer, 'Nothing was claimed.').body;
      const proof = handshake === 'legacy' ? ' It was not asked for proof: look at it.' : '';
      tell(sign, `Claimed: “${sign.name}” (${sign.location}) ${url ? `will show ${url}` : 'has no page yet'}.${proof}`);
    }),
  );

for (const [verb, key, description] of [
  ['link', 'POST /api/signs/:id/link', 'Gives a record without a device the sign that shows CODE.'],
  ['replace', 'POST /api/signs/:id/replace', 'Gives a record the sign that shows CODE in place of the one it has.'],
] as const)
  command(verb, description, `${verb} "Entrance" 4Q8-50C`)
    .argument('<sign>', 'the record: its name, its identifier or its device’s code')
    .argument('<code>', 'the six characters on the sign, or the text of its QR')
    .option(...requestIdOption)
    .action(
      acts(async (desk, sign, code) => {
        const params = { id: (await chooseSign(desk.client, desk.organization, sign!)).id };
        const { requestId = makeUuidV4(random) } = desk;
        const body = { ...deviceOf(code!), requestId };
        const answer = await claimPatiently(desk, requestId, (signal) =>
          desk.client.call(key, { params, body, signal }),
        );
        const { sign: linked } = done(answer, 'Nothing was claimed.').body;
        desk.tell(linked, `Claimed: “${linked.name}” has the device ${linked.device?.shortCode}.`);
      }),
    );

command('unregister', 'Takes the device from a record; the sign shows its code again.', 'unregister "Entrance"')
  .argument('<sign>', 'the record: its name, its identifier or its device’s code')
  .action(
    acts(async ({ client, organization, tell }, sign) => {
      const { id } = await chooseSign(client, organization, sign!);
      const { body } = done(await client.call('POST /api/signs/:id/unregister', { params: { id } }));
      tell(body, `“${body.name}” has no device any more.`);
    }),
  );

command('list', 'Lists signs: status, code, name, location, page.', 'list --event "Trade fair" --status offline')
  .option('--event <name>', 'of this event alone')
  .addOption(new Option('--status <status>', 'of this status alone').choices(SIGN_STATUSES))
  .option('--search <text>', 'with this in the name, the location or the code')
  .action(
    acts(async ({ client, organization, event, status, search, tell }) => {
      const { id: organizationId } = await chooseOrganization(client, organization);
      const query = {
        organizationId,
        ...(event === undefined ? {} : { eventId: (await chooseEvent(client, organizationId, event)).id }),
        ...(status === undefined ? {} : { status }),
        ...(search === undefined ? {} : { q: search }),
      };
      const { items } = done(await client.list('GET /api/signs', { query }));
      const rows = items.map(({ status, device, name, location, url }) =>
        [status.padEnd(19), device?.shortCode ?? '------', name, `(${location})`, url ?? 'no page'].join('  '),
      );
      tell(items, [...rows, `${items.length} signs`].join('\n'));
    }),
  );

command('add-event', 'Makes an event, to claim signs for.', 'add-event "Trade fair" --time-zone Europe/Vienna')
  .argument('<name>')
  .option('--time-zone <zone>', 'of its times (default: UTC)')
  .action(
    acts(async ({ client, organization, timeZone = 'UTC', tell }, name) => {
      const params = { id: (await chooseOrganization(client, organization)).id };
      const answer = await client.call('POST /api/organizations/:id/events', {
        params,
        body: { name: name!, timeZone },
      });
      const { body } = done(answer);
      tell(body, `“${body.name}” is there: claim signs for it with --event.`);
    }),
  );

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
function requestOf(name: CommandName, desk: Desk): CommandRequest {
  for (const [owner, options] of Object.entries(OPTIONS_OF)) {
    const given = options.find((option) => desk[option] !== undefined);
    if (owner === name && !given && (name === 'display_content' || name === 'set_background_mode'))
      throw wrongUsage(`${name} needs --${options[0]}.`, 'Nothing was sent. See "command --help".');
    if (owner !== name && given)
      throw wrongUsage(`${name} takes no option of ${owner}.`, 'Nothing was sent. See "command --help".');
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
async function sendCommand(desk: Desk, sign: string, name: CommandName) {
  const { client, organization, wait = false, expires = COMMAND_EXPIRY_SECONDS.usual } = desk;
  const body = requestOf(name, desk);
  const { id, name: signName } = await chooseSign(client, organization, sign);
  const sent = await client.call('POST /api/signs/:id/commands', { params: { id }, body });
  const { commandId } = done(sent).body;
  const row = await awaitCommand(client, clock, { signId: id, commandId, expires, wait });
  const words = `${name} to “${signName}”: ${row.state}`;
  if (row.state === 'acked' || row.state === 'queued') return { id, signName, row, words };
  const { code, detail } = row.error ?? { code: row.state, detail: 'The sign did not do it in time.' };
  throw new Failure(EXIT.refused, { code, title: `${words} (${code}).`, next: detail, command: row });
}

command(
  'command',
  'Sends a sign a command, and tells what became of it.',
  'command "Entrance" display_content --url https://example.com',
)
  .argument('<sign>', 'the record: its name, its identifier or its device’s code')
  .addArgument(new Argument('<command>').choices(COMMAND_NAMES))
  .option('--url <address>', 'display_content: the page')
  .option('--until <time>', 'display_content: how long (2026-11-22T18:00:00Z)')
  .addOption(new Option('--enabled <switch>', 'set_background_mode').choices(['on', 'off']))
  .option('--limit <lines>', 'fetch_logs: at most so many', wholeNumber)
  .option('--since <time>', 'fetch_logs: from then on')
  .option('--max-width <pixels>', 'screenshot', wholeNumber)
  .option('--seconds <seconds>', 'identify: for so long (default: 10)', wholeNumber)
  .option('--expires <seconds>', 'how long it may wait for the sign', wholeNumber)
  .option('--wait', 'let it wait where the sign is not connected, and do not wait here')
  .action(
    acts(async (desk, sign, name) => {
      const commandName = COMMAND_NAMES.find((each) => each === name)!;
      const { id, row, words } = await sendCommand(desk, sign!, commandName);
      const brings = RESULT_AT[commandName];
      const where = row.state === 'acked' && brings ? ` Read it at ${desk.server}/api/signs/${id}/${brings}.` : '';
      desk.tell(row, `${words}.${where}`);
    }),
  );

command('identify', 'Has a sign show its code large over its page, to be found among others.', 'identify "Entrance"')
  .argument('<sign>', 'the record: its name, its identifier or its device’s code')
  .option('--seconds <seconds>', 'for so long, 60 at the most (default: 10)', wholeNumber)
  .action(
    acts(async (desk, sign) => {
      const { signName, row } = await sendCommand(desk, sign!, 'identify');
      desk.tell(row, `“${signName}” shows its code for ${desk.seconds ?? LIMITS.identifySeconds} s.`);
    }),
  );

command('watch', 'Tells what changes, a line a change, until Ctrl-C.', 'watch --event "Trade fair"')
  .option('--event <name>', 'of this event alone')
  .action(
    acts(async ({ client, server, token, organization, event: wanted, json }) => {
      const { id: organizationId } = await chooseOrganization(client, organization);
      const event = wanted === undefined ? null : await chooseEvent(client, organizationId, wanted);
      const subscription = { organizationId, ...(event && { eventId: event.id }) };
      const stopped = { code: 'interrupted', title: 'Stopped watching.', next: 'Nothing was changed.' };
      const signal = onInterrupt(stopped);
      await watchSigns({
        client,
        server,
        token,
        subscription,
        signal,
        say(words, kind, message) {
          const at = new Date(clock.now());
          print(
            json
              ? JSON.stringify({ at, event: kind, ...Object(message) })
              : `${at.toTimeString().slice(0, 8)} ${words}`,
          );
        },
      });
    }),
  );

for (const each of [program, ...program.commands])
  each.exitOverride((error) => process.exit(error.exitCode === 0 ? EXIT.done : EXIT.usage));
endWithoutReader();
await program.parseAsync();
