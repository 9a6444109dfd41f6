import { Unreachable } from '@sign-display/client/client';
import { makeUuidV4 } from '@sign-display/contracts/identifier-generation';
import { chooseEvent, chooseOrganization, chooseSign } from '../find-record.ts';
import { requestUntilAnswered, deviceOf } from '../claim-retry.ts';
import { onInterrupt, type Commands, type CommandContext } from '../command-context.ts';
import { done, unreached } from '../failure.ts';

/** Asks for a claim, patiently: what Ctrl-C and a lost reply mean is said. */
async function claimPatiently<Answer>(
  { clock, server, json }: CommandContext,
  requestId: string,
  ask: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const next = `The claim may still succeed. Check with "list", or get the outcome by running the same command with --request-id ${requestId}`;
  const signal = onInterrupt({ code: 'interrupted', title: 'Stopped waiting for the sign.', next, requestId });
  const isShown = process.stderr.isTTY && !json;
  const progress = (seconds: number) => isShown && process.stderr.write(`\rwaiting for the sign … ${seconds} s `);
  try {
    return await requestUntilAnswered(() => ask(signal), { clock, signal, progress });
  } catch (error) {
    throw error instanceof Unreachable ? unreached(server, error, next) : error;
  } finally {
    if (isShown) process.stderr.write('\r\x1b[K');
  }
}
const requestIdOption = [
  '--request-id <id>',
  'identifier of an earlier request: gets its outcome and never claims twice',
] as const;

/** `claim`, `link`, `replace`: a sign is asked for proof. `unregister`: it shows its code again. */
export function addClaiming({ command, acts }: Commands): void {
  command(
    'claim',
    'Claims the sign that shows CODE after it has loaded the page.',
    'claim 4Q8-50C --url https://example.com --event "Trade fair"',
  )
    .argument('<code>', 'the six characters on the sign, or the text of its QR code')
    .option('--url <address>', 'the page to show (default: claim the sign without a page)')
    .option('--event <name>', 'name or identifier of the event, if there are several')
    .option('--name <name>', 'name of the sign (default: Sign CODE)')
    .option('--location <place>', 'location of the sign (default: the name of the event)')
    .option(...requestIdOption)
    .action(
      acts(async (desk, code) => {
        const { client, url, tell } = desk;
        const device = deviceOf(code!);
        const { id: organizationId } = await chooseOrganization(client, desk.organization);
        const event = await chooseEvent(client, organizationId, desk.event);
        const { name = `Sign ${device.shortCode.toUpperCase()}`, location = event.name } = desk;
        const { requestId = makeUuidV4(desk.random) } = desk;
        const page = url === undefined ? {} : { url };
        const body = { organizationId, eventId: event.id, name, location, ...page, ...device, requestId };
        const answer = await claimPatiently(desk, requestId, (signal) =>
          client.call('POST /api/signs/claim', { body, signal }),
        );
        const { sign, handshake } = done(answer, 'The sign was not claimed.').body;
        const proof =
          handshake === 'legacy' ? ' This older sign can’t confirm that it shows the page. Look at its screen.' : '';
        tell(
          sign,
          `Claimed: “${sign.name}” (${sign.location}) ${url ? `will show ${url}` : 'has no page yet'}.${proof}`,
        );
      }),
    );

  for (const [verb, key, description] of [
    ['link', 'POST /api/signs/:id/link', 'Links the sign that shows CODE to a record without a device.'],
    ['replace', 'POST /api/signs/:id/replace', 'Replaces the device of a record with the sign that shows CODE.'],
  ] as const)
    command(verb, description, `${verb} "Entrance" 4Q8-50C`)
      .argument('<sign>', 'the record: its name, its identifier or its device’s code')
      .argument('<code>', 'the six characters on the sign, or the text of its QR code')
      .option(...requestIdOption)
      .action(
        acts(async (desk, sign, code) => {
          const params = { id: (await chooseSign(desk.client, desk.organization, sign!)).id };
          const { requestId = makeUuidV4(desk.random) } = desk;
          const body = { ...deviceOf(code!), requestId };
          const answer = await claimPatiently(desk, requestId, (signal) =>
            desk.client.call(key, { params, body, signal }),
          );
          const { sign: linked } = done(answer, 'The sign was not claimed.').body;
          desk.tell(linked, `Claimed: “${linked.name}” has the device ${linked.device?.shortCode}.`);
        }),
      );

  command('unregister', 'Unregisters the device of a record. The sign shows its code again.', 'unregister "Entrance"')
    .argument('<sign>', 'the record: its name, its identifier or its device’s code')
    .action(
      acts(async ({ client, organization, tell }, sign) => {
        const { id } = await chooseSign(client, organization, sign!);
        const { body } = done(await client.call('POST /api/signs/:id/unregister', { params: { id } }));
        tell(body, `“${body.name}” no longer has a device.`);
      }),
    );
}
