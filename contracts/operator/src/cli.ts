import { clearTextWarning } from '@sign-display/contracts/loopback-hosts';
import { Command, InvalidArgumentError, Option } from 'commander';
import { clock, fetchInTime, random } from './adapters/clock-random-fetch.ts';
import { addClaiming } from './commands/claiming.ts';
import { addSignCommands } from './commands/sign-commands.ts';
import { addRecords } from './commands/list-and-add-event.ts';
import { addWatching } from './commands/watching.ts';
import type { Commands, Options } from './command-context.ts';
import { EXIT } from './failure.ts';
import { endWithoutReader, printError } from './terminal-output.ts';
import { secretIn } from './secret-sources.ts';
import { printSessionToken, run } from './run-in-session.ts';

/** `npm run operator`: exit codes 0 done, 1 refused, 2 wrong usage, 3 service not reached, 130 ended by Ctrl-C. */

function httpOrigin(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new InvalidArgumentError('It must be an http or https address, such as http://localhost:3000.');
  return new URL(text).origin;
}

// An empty text counts as not given.
if (process.env['SIGN_DISPLAY_SERVER'] === '') delete process.env['SIGN_DISPLAY_SERVER'];

const program = new Command('operator')
  .description('Claim, list, command and watch signs from the command line.')
  .addOption(
    new Option('--server <address>', 'address of the service')
      .env('SIGN_DISPLAY_SERVER')
      .argParser(httpOrigin)
      .default('http://localhost:3000'),
  )
  .addOption(new Option('--email <address>', 'account that signs in').env('SIGN_DISPLAY_EMAIL'))
  .option('--password-file <path>', 'file with mode 0600 that contains the password in its first line')
  .option('--token-file <path>', 'file with a token from "sign-in", instead of --email and a password')
  .option('--organization <name>', 'name or identifier of the organization, if you belong to several')
  .option('--json', 'print JSON: the result, or {"error": …} on stderr')
  .addHelpText(
    'after',
    `
Passwords and tokens come from SIGN_DISPLAY_PASSWORD and SIGN_DISPLAY_TOKEN, from one of these files, or from a prompt. A
password can also be piped into the command. Where two-step sign-in is on, the code comes from a prompt too, or from the next
line of the pipe. No option takes a password, token or code, because every user of a machine can read its command lines.

Exit codes: 0 done · 1 refused · 2 wrong usage · 3 service not reached · 130 ended by Ctrl-C`,
  )
  .configureOutput({
    outputError(text) {
      const facts = { code: 'usage', title: text.trim(), next: 'Try --help.' };
      printError(process.argv.includes('--json') ? JSON.stringify({ error: facts }) : `${facts.title}\n${facts.next}`);
    },
  });

/** Whoever names an account or a password by a flag signs in, whatever token is in the environment. */
function optionsOf(given: Command): Options {
  const { SIGN_DISPLAY_PASSWORD: password = '', SIGN_DISPLAY_TOKEN: token = '' } = process.env;
  const isNamed = ['email', 'passwordFile'].some((option) => program.getOptionValueSource(option) === 'cli');
  return { password, token: isNamed ? '' : token, ...given.optsWithGlobals<Options>() };
}

const machine = { clock, random, fetch: fetchInTime };
const commands: Commands = {
  command: (usage, description, example) =>
    program
      .command(usage)
      .description(description)
      .addHelpText('after', `\nExample:\n  npm run operator -- ${example}`),
  acts: (task) =>
    function act(this: Command): Promise<void> {
      const options = optionsOf(this);
      const warning = clearTextWarning(options.server);
      if (warning !== null) printError(options.json ? JSON.stringify({ warning }) : warning);
      return run(machine, options, this.args, task);
    },
};

commands
  .command('sign-in', 'Prints a token for SIGN_DISPLAY_TOKEN, so that you type the password only once.', 'sign-in')
  .action(commands.acts(printSessionToken));
for (const add of [addClaiming, addRecords, addSignCommands, addWatching]) add(commands);

for (const each of [program, ...program.commands])
  each.exitOverride((error) => process.exit(error.exitCode === 0 ? EXIT.done : EXIT.usage));
endWithoutReader();
const given = secretIn(process.argv.slice(2));
if (given !== null) program.error(given);
await program.parseAsync();
