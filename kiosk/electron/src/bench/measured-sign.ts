import { parseQrText } from '@sign-display/contracts/qr-payload';
import { scan } from '../testing/scan-qr.ts';
import { good, startService, type TestService } from '@sign-display/testing/service';
import { until } from '../testing/poll-until.ts';
import { createEnds, startMeasured, type MeasuredApp } from './measured-app.ts';

/** A claimed sign, as a person has one: its code was read from its display. It has the real service. */
export interface MeasuredSign extends MeasuredApp {
  /** Orders a page. Resolves with what became of the command: `acked`, or why not. */
  show(url: string): Promise<string>;
}

const START_WITHIN_MS = 90_000;
const LOOK_EVERY_MS = 200;

/** `url`: its first page. `leak`: a fault that is put into it (leak-fault.cjs). */
export async function startMeasuredSign(
  url: string,
  electron: string,
  leak: { file: string; kind: string } | null = null,
): Promise<MeasuredSign> {
  const ends = createEnds();
  try {
    const service = await startService();
    ends.later(() => service.remove());
    const app = await startMeasured(service.url, electron, (machine) =>
      leak === null ? machine.run(null) : machine.run(leak.file, `--soak-leak=${leak.kind}`),
    );
    ends.later(() => app.remove());
    const read = (): string | null => {
      app.mustRun();
      return scan(app.display.look());
    };
    const code = await until('the code to be read', read, (text) => text !== null, START_WITHIN_MS);
    const id = await claim(service, code!, url);
    return { ...app, show: (next) => order(service, id, next), remove: () => ends.all() };
  } catch (error) {
    await ends.all();
    throw error;
  }
}

/** As somebody who has scanned it. Resolves with the sign's id. */
async function claim({ owner, organizationId, eventId }: TestService, qrText: string, url: string): Promise<string> {
  const read = parseQrText(qrText);
  if (!read.ok) throw new Error(`the QR code on the display is not the code of a sign: ${read.refusal}`);
  const { shortCode, signId } = read.payload;
  const body = { organizationId, eventId, name: 'Measured', location: 'Hall 1', shortCode, signId, url };
  return good(await owner.call('POST /api/signs/claim', { body })).body.sign.id;
}

async function order({ owner }: TestService, id: string, url: string): Promise<string> {
  const body = { command: 'display_content', args: { url } } as const;
  const { commandId } = good(await owner.call('POST /api/signs/:id/commands', { params: { id }, body })).body;
  for (;;) {
    const { items } = good(await owner.call('GET /api/signs/:id/commands', { params: { id }, query: {} })).body;
    const { finishedAt = null, state, error } = items.find((one) => one.commandId === commandId) ?? {};
    if (finishedAt !== null) return error?.code ?? state!;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}
