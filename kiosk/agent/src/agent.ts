import { makeUuidV4 } from '@sign-display/contracts/identifier-generation';
import type { SettingsPatch } from '@sign-display/contracts/common-schemas';
import type { SignEvent } from './state/events.ts';
import type { FetchReport, Shell } from './ports.ts';
import { isOwnCode } from './connection/connection.ts';
import { AGENT_LIMITS, type AgentLimits } from './limits.ts';
import { createMachine, type AgentPorts } from './machine/execute-effects.ts';
import { transition } from './sign-transition.ts';
import { initialState, type SignState, type UpdateStatus } from './state/state.ts';
import { serverNowMs } from './state/step-helpers.ts';

export interface AgentOptions extends AgentPorts {
  appVersion: string;
  /** In place of the defaults; the backend's own values replace them at register. */
  limits?: Partial<AgentLimits>;
}

export interface Agent {
  /** Boots. Resolves when the store has been read and the first screen was asked for (or a network interface is awaited). */
  start(): Promise<void>;
  /** Cancels every timer and closes the connection at once; resolves when the writes to the store have been tried. */
  stop(): Promise<void>;
  /** The shell's word that the page on screen crashed, hung or went blank (promises K5 and K9). */
  pageFailed(failure: { url: string; code: string; detail: string }): void;
  /** How an update goes on, whoever asked for it. */
  updateStatus(status: UpdateStatus): void;
  /** Every request of the content, as the shell makes it. */
  contentFetched(report: FetchReport): void;
  /** Somebody at the sign changes its settings: applied at once, and told to the backend, whose word holds in a conflict. */
  changeSettings(patch: SettingsPatch): void;
  /**
   * Somebody at the sign has held the key and typed a code (promise K13). False: it is not this sign's code, and nothing happens. True: the backend is told
   * where it is connected (waiting for its answer for `replyTimeoutMs` at most), the memory is wiped, and `shell.restart` brings up a new sign.
   */
  release(typedCode: string): boolean;
  /** What the shell has to say to whoever fetches the logs. Never called with a secret. */
  note(...line: Parameters<Shell['log']>): void;
  /** What the sign knows now, for checklists and checkers. Holds the secret: never log it whole. */
  state(): Readonly<SignState>;
}

/**
 * A sign (promise K10): runs `transition` on what happens and has the machine do what it asks for. Decides nothing itself. An
 * agent lives once: after `stop`, or after `shell.restart` was called, the next boot is a new one on the same store.
 */
export function createAgent({ appVersion, limits, ...ports }: AgentOptions): Agent {
  const { clock, random, shell } = ports;
  const ownLimits = { ...AGENT_LIMITS, ...limits };
  let state = initialState({
    bootId: makeUuidV4(random),
    appVersion,
    limits: ownLimits,
    heartbeatPhase: random.float(),
  });
  let life: 'new' | 'running' | 'over' = 'new';
  let onBooted = (): void => {};
  let working = false;
  const queue: SignEvent[] = [];
  const machine = createMachine(ports, ownLimits, dispatch, restart);

  /** An event that comes while another is worked on (a port that answers at once) waits its turn. */
  function dispatch(event: SignEvent): void {
    if (life !== 'running') return;
    queue.push(event);
    if (working) return;
    working = true;
    try {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) work(next);
    } finally {
      working = false;
    }
    if (state.phase !== 'booting') onBooted();
  }

  const moment = () => ({ wallMs: clock.now(), monotonicMs: clock.monotonicMs(), chance: 0 });

  function work(event: SignEvent): void {
    const result = transition(state, event, { ...moment(), chance: random.float() });
    state = result.state;
    for (const effect of result.effects) if (life === 'running') machine.execute(effect);
  }

  async function stop(): Promise<void> {
    life = 'over';
    queue.length = 0;
    onBooted();
    await machine.close();
  }

  function restart(): void {
    const failed = (error: unknown): void =>
      machine.execute({
        type: 'log',
        level: 'error',
        message: 'restart failed',
        fields: { error: String(error) },
        atMs: clock.now(),
      });
    stop()
      .then(() => shell.restart())
      .catch(failed);
  }

  return {
    start() {
      if (life !== 'new') return Promise.reject(new Error('an agent can only be started once'));
      life = 'running';
      return new Promise((resolve) => {
        onBooted = resolve;
        dispatch({ type: 'started' });
      });
    },
    stop,
    pageFailed: ({ url, code, detail }) => dispatch({ type: 'page_failed', url, code, detail }),
    updateStatus: (status) => dispatch({ type: 'update_status', status }),
    contentFetched: (report) => dispatch({ type: 'fetched', report }),
    changeSettings: (patch) => dispatch({ type: 'settings_changed', patch }),
    release(typedCode) {
      if (life !== 'running' || !isOwnCode(state, typedCode)) return false;
      dispatch({ type: 'released_by_hand' });
      return true;
    },
    note: (level, message, fields) =>
      machine.execute({ type: 'log', level, message, fields, atMs: serverNowMs({ state, now: moment() }) }),
    state: () => state,
  };
}
