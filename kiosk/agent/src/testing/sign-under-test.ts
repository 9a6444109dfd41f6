import { createAgent, type Agent, type AgentOptions } from '../agent.ts';
import { createMemoryLogBook } from './memory-log-book.ts';
import { createMemoryOutbox, type MemoryOutbox } from './memory-outbox.ts';
import { createMemoryStore, type MemoryStore } from './memory-store.ts';
import { createScriptedShell, type ScriptedShell } from './scripted-shell.ts';
import { createScriptedTransport, type ScriptedTransport } from './scripted-transport.ts';
import { createSeededRandom } from './seeded-random.ts';
import { createVirtualClock, settle, type VirtualClock } from './virtual-clock.ts';

/** One machine with one sign on it: the clock, the disk, the screen and the network outlive the agent. */
export interface SignUnderTest {
  clock: VirtualClock;
  store: MemoryStore;
  outbox: MemoryOutbox;
  logs: ReturnType<typeof createMemoryLogBook>;
  shell: ScriptedShell;
  transport: ScriptedTransport;
  agent: Agent;
  /** A new agent on the same disk; the old one is stopped as by a power cut: what was not on disk is lost. */
  reboot(): Promise<void>;
}

/** Not started yet: `await sign.reboot()` is its first boot. */
export function createSignUnderTest(
  seed = 1,
  clock = createVirtualClock(),
  limits: AgentOptions['limits'] = {},
): SignUnderTest {
  const store = createMemoryStore();
  const outbox = createMemoryOutbox();
  const logs = createMemoryLogBook();
  const shell = createScriptedShell(clock);
  const transport = createScriptedTransport(clock);
  const random = createSeededRandom(seed);
  const newAgent = (): Agent =>
    createAgent({ clock, random, transport, store, outbox, logs, shell, appVersion: '1.0.0', limits });
  const sign: SignUnderTest = {
    clock,
    store,
    outbox,
    logs,
    shell,
    transport,
    agent: newAgent(),
    async reboot() {
      store.cutPower();
      void sign.agent.stop();
      sign.agent = newAgent();
      void sign.agent.start();
      await settle();
    },
  };
  return sign;
}
