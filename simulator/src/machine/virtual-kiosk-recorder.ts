import type { Clock } from '@sign-display/contracts/clock-and-random';
import { parseQrText } from '@sign-display/contracts/qr-payload';
import type { KioskMessage, KioskReplies } from '@sign-display/contracts/kiosk-events';
import {
  isUnclaimedScreen,
  type BootRecord,
  type CommandAnswer,
  type HeartbeatCount,
  type ScreenContent,
  type ScreenRecord,
  type SentBatch,
  type WireRecord,
} from '../evidence/evidence-types.ts';
import type { IdentifyOverlay } from '@sign-display/kiosk-agent/ports';
import type { NetworkObserver } from '../faults/network.ts';
import { createHeartbeatCounter } from '../evidence/count-heartbeats.ts';
import type { Moments } from './await-kiosk-milestones.ts';
import type { ShellHands } from './simulated-shell.ts';

/** The records of one kiosk over all of its boots. */
export interface KioskRecords {
  wire: readonly WireRecord[];
  screens: readonly ScreenRecord[];
  claimLoads: ReadonlyMap<string, number>;
  heartbeats: HeartbeatCount;
  signIds: readonly string[];
  qrGoneMs: readonly number[];
  boots: readonly BootRecord[];
  warnings: readonly string[];
  /** Restarts that the agent asked for. */
  restarts: number;
  /** The kiosk's answers to commands; `delivered`: the answer reached the backend. */
  commandAnswers: readonly CommandAnswer[];
  /** Batches of analytics by batchId, with the entries of their first sending. */
  batches: ReadonlyMap<string, SentBatch>;
}

/** Watches one kiosk's network and screen, records what it sees, and reports it to `moments`. Changes nothing. */
interface Witness {
  network: Omit<NetworkObserver, 'reboot'>;
  shell: Pick<ShellHands, 'onScreen' | 'onIdentify' | 'onClaimLoad' | 'onLog'>;
  booting(): void;
  restartedByAgent(): void;
  screen(): ScreenContent | null;
  overlay(): IdentifyOverlay | null;
  registered(): boolean;
  heartbeats(): HeartbeatCount;
  connections(): number;
  records(): KioskRecords;
}

const WARNINGS_KEPT = 10;

/** The handshake messages that we record, and the moment of each. An answered `sign:claim_confirmed` is a moment of its own. */
const HANDSHAKE: Record<string, 'apply_link' | 'link_ack' | 'claimed' | 'confirming' | undefined> = {
  'sign:apply_link': 'apply_link',
  'sign:link_ack': 'link_ack',
  'sign:claimed': 'claimed',
  'sign:claim_confirmed': 'confirming',
};

export function createKioskRecorder(
  clock: Clock,
  moments: Moments,
  onHeartbeatAck: (latencyMs: number) => void,
): Witness {
  const heartbeats = createHeartbeatCounter();
  const wire: WireRecord[] = [];
  const screens: ScreenRecord[] = [];
  const claimLoads = new Map<string, number>();
  const signIds: string[] = [];
  const boots: BootRecord[] = [];
  const warnings: string[] = [];
  const qrGoneMs: number[] = [];
  let restarts = 0;
  const commandAnswers: CommandAnswer[] = [];
  const batches = new Map<string, SentBatch>();
  let connections = 0;
  let registered = false;
  let claimedAtMs: number | null = null;
  let overlay: IdentifyOverlay | null = null;
  const screen = (): ScreenContent | null => screens.at(-1)?.screen ?? null;
  const isUnclaimed = (): boolean => {
    const now = screen();
    return now !== null && isUnclaimedScreen(now);
  };

  const network: Witness['network'] = {
    opened() {
      connections += 1;
    },
    lost() {
      registered = false;
      heartbeats.connectionEnded();
      moments.tell({ type: 'lost' });
    },
    message({ event, payload }, fate) {
      const atMs = clock.monotonicMs();
      if (event === 'heartbeat') return heartbeats.sent(seqOf(payload), atMs);
      if (event === 'heartbeat:ack') {
        const latencyMs = heartbeats.acked(seqOf(payload), atMs);
        if (latencyMs !== null) onHeartbeatAck(latencyMs);
        return;
      }
      if (event === 'sign:command_ack' || event === 'sign:command_error') {
        const { commandId = '', code = null } = payload as { commandId?: string; code?: string };
        commandAnswers.push({ commandId, code, delivered: fate === 'pass' });
        return;
      }
      if (event === 'sign:analytics') {
        const { batchId, entries } = payload as KioskMessage<'sign:analytics'>;
        const before = batches.get(batchId);
        const { sent = 0, ackedAtMs = null, dropped = 0 } = before ?? {};
        batches.set(batchId, { entries, sent: sent + 1, ackedAtMs, dropped });
        return;
      }
      const type = HANDSHAKE[event];
      if (!type) return;
      const record = { atMs, event, fate, ...handshakeFields(payload) };
      wire.push(record);
      if (type === 'claimed' && fate === 'pass' && isUnclaimed()) claimedAtMs = atMs;
      if (type !== 'confirming' && record.requestId !== null) moments.tell({ type, requestId: record.requestId });
    },
    reply(event, payload, reply) {
      if ((reply as { ok?: unknown } | null)?.ok !== true) return;
      if (event === 'sign:register') {
        registered = true;
        moments.tell({ type: 'registered' });
      }
      if (event === 'sign:analytics') {
        const sent = batches.get((payload as KioskMessage<'sign:analytics'>).batchId);
        if (sent) {
          sent.ackedAtMs ??= clock.monotonicMs();
          sent.dropped = Math.max(sent.dropped, (reply as KioskReplies['sign:analytics']).dropped ?? 0);
        }
      }
      const { requestId } = handshakeFields(payload);
      if (event === 'sign:claim_confirmed' && requestId !== null) moments.tell({ type: 'confirmed', requestId });
    },
  };

  const shell: Witness['shell'] = {
    onScreen(next) {
      const atMs = clock.monotonicMs();
      screens.push({ atMs, screen: next });
      const boot = boots.at(-1);
      if (boot?.firstScreen === null) Object.assign(boot, { firstScreen: next.kind, beforeRegister: !registered });
      if (!isUnclaimedScreen(next) && claimedAtMs !== null) {
        qrGoneMs.push(atMs - claimedAtMs);
        claimedAtMs = null;
      }
      const scanned = next.kind === 'qr' && next.qrText !== null ? parseQrText(next.qrText) : null;
      if (scanned?.ok && signIds.at(-1) !== scanned.payload.signId) signIds.push(scanned.payload.signId);
      moments.tell({ type: next.kind });
      if (scanned?.ok) moments.tell({ type: 'code' });
    },
    onIdentify(next) {
      overlay = next;
    },
    onClaimLoad: (url) => claimLoads.set(url, (claimLoads.get(url) ?? 0) + 1),
    onLog(level, message, fields) {
      if (level !== 'warn' && level !== 'error') return;
      if (warnings.push(`${message} ${JSON.stringify(fields)}`) > WARNINGS_KEPT) warnings.shift();
    },
  };

  return {
    network,
    shell,
    restartedByAgent() {
      restarts += 1;
    },
    booting() {
      overlay = null;
      boots.push({ firstScreen: null, beforeRegister: false });
    },
    screen,
    overlay: () => overlay,
    registered: () => registered,
    heartbeats: heartbeats.count,
    connections: () => connections,
    records: () => ({
      wire,
      screens,
      claimLoads,
      heartbeats: heartbeats.count(),
      signIds,
      qrGoneMs,
      boots,
      warnings,
      restarts,
      commandAnswers,
      batches,
    }),
  };
}

const seqOf = (payload: unknown): number => Number((payload as { seq?: unknown } | null)?.seq);

/** The fields that checkers read; null where the message lacks the field or has another type in it, as nothing has checked it. */
function handshakeFields(payload: unknown): Omit<WireRecord, 'atMs' | 'event' | 'fate'> {
  const fields = (payload ?? {}) as Partial<Record<keyof WireRecord, unknown>>;
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  return {
    requestId: text(fields.requestId),
    claimToken: text(fields.claimToken),
    result: fields.result === 'success' || fields.result === 'failure' ? fields.result : null,
    loadMs: typeof fields.loadMs === 'number' ? fields.loadMs : null,
    replayed: fields.replayed === true,
  };
}
