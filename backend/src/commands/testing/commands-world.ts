import type { KioskEvent } from '@sign-display/contracts/kiosk-events';
import type { Command, CommandResponse } from '@sign-display/contracts/rest/commands';
import type { HistoryItem, Sign } from '@sign-display/contracts/rest/signs';
import type { Person } from '../../access/testing/test-service.ts';
import { systemRandom } from '../../adapters/system-random.ts';
import { linkKiosk, startSignsWorld, type SignsWorld, type TestKiosk } from '../../signs/testing/signs-world.ts';
import { makeHandshake, makeRegister, type Handshake } from '../../testing/virtual-device.ts';

export type CommandedKiosk = TestKiosk & { handshake: Handshake };

/** Signs with kiosks in the test's hand, and people who send them commands over REST. */
export interface CommandsWorld extends SignsWorld {
  connect(handshake?: Handshake): Promise<CommandedKiosk>;
  /** A record with a connected kiosk. */
  linked(): Promise<{ kiosk: CommandedKiosk; sign: Sign }>;
  send(signRecordId: string, body: object, person?: Person): Promise<CommandResponse>;
  list(signRecordId: string): Promise<Command[]>;
  /** The one command of this identifier, as REST shows it. */
  find(signRecordId: string, commandId: string): Promise<Command>;
  /** The history's items of commands, newest first. */
  history(signRecordId: string): Promise<HistoryItem[]>;
  /** Sends a message that nothing answers, and resolves when it has been acted on. */
  say(kiosk: TestKiosk, event: KioskEvent, payload: unknown): Promise<void>;
}

export async function startCommandsWorld(): Promise<CommandsWorld> {
  const world = await startSignsWorld();
  const { people } = world;
  const list: CommandsWorld['list'] = async (id) =>
    ((await people.viewer.call('GET', `/api/signs/${id}/commands?limit=200`)).body as { items: Command[] }).items;
  const connect: CommandsWorld['connect'] = async (handshake = makeHandshake(systemRandom)) => {
    const connected = await world.service.kiosks.connect(handshake);
    if ('refusal' in connected) throw new Error(`not let in: ${connected.refusal.code}`);
    const { kiosk } = connected;
    const register = makeRegister(handshake);
    await kiosk.request('sign:register', register);
    await kiosk.next('sign:config');
    const { signId, shortCode } = register;
    return Object.assign(kiosk, { signId, shortCode, handshake });
  };
  return {
    ...world,
    connect,
    async linked() {
      const record = await world.makeRecord();
      const kiosk = await connect();
      return { kiosk, sign: await linkKiosk(world, kiosk, record.id) };
    },
    async send(id, body, person = people.operator) {
      const reply = await person.call('POST', `/api/signs/${id}/commands`, body);
      if (reply.status !== 202) throw new Error(`not sent: ${reply.status} ${JSON.stringify(reply.body)}`);
      return reply.body as CommandResponse;
    },
    list,
    async find(id, commandId) {
      const found = (await list(id)).find((command) => command.commandId === commandId);
      if (!found) throw new Error('no such command');
      return found;
    },
    async history(id) {
      const { body } = await people.viewer.call('GET', `/api/signs/${id}/history?limit=200`);
      return (body as { items: HistoryItem[] }).items.filter(({ kind }) => /^command|^app_update/.test(kind));
    },
    // A message without an answer of its own is acknowledged with nothing, when it is done.
    say: async (kiosk, event, payload) => void (await kiosk.request(event, payload)),
  };
}
