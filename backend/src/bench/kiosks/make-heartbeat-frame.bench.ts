import { KIOSK_NAMESPACE, type KioskMessage } from '@sign-display/contracts/kiosk-events';
import type { ServerKind } from '../figures/figures.ts';
import { publishPacket } from './raw-mqtt-client.bench.ts';
import { textFrame } from './raw-socket-client.bench.ts';

/** A heartbeat as bytes that are made once: what differs from one to the next is written over. */

/** Always of as many digits. */
export const FIRST_SEQ = 1_000_000;
const DIGITS = String(FIRST_SEQ);

/**
 * The contract's, with every figure that a kiosk may tell; the agent's words where its record is as it was told. Load and memory differ each
 * time, as those of a machine do.
 */
const heartbeatOf = (isClaimed: boolean): KioskMessage<'heartbeat'> => ({
  seq: FIRST_SEQ,
  status: isClaimed ? 'showing' : 'unclaimed',
  mode: 'foreground',
  metrics: {
    cpuLoad: Number(`0.1${DIGITS}1`),
    memUsedBytes: Number(`15${DIGITS}`),
    memTotalBytes: 4_062_253_056,
    uptimeSeconds: 86_543.21,
    temperatureCelsius: 51.538,
    eventLoopLagMs: 1.204_271,
  },
  contentState: isClaimed ? 'showing' : 'idle',
});

export interface HeartbeatFrame {
  bytes: Buffer;
  /** Makes it the heartbeat of this number. */
  write(seq: number): void;
}

export function heartbeatFrame(server: ServerKind, signId: string, isClaimed: boolean): HeartbeatFrame {
  const payload = JSON.stringify(heartbeatOf(isClaimed));
  const isMqtt = server === 'aedes' || server === 'mosquitto';
  const bytes = isMqtt
    ? publishPacket(`kiosk/${signId}`, payload)
    : textFrame(server === 'ws' ? payload : `42${KIOSK_NAMESPACE},["heartbeat",${payload}]`);
  const places: number[] = [];
  for (let at = bytes.indexOf(DIGITS); at !== -1; at = bytes.indexOf(DIGITS, at + 1)) places.push(at);
  return {
    bytes,
    write(seq) {
      const digits = String(seq);
      for (const at of places) bytes.write(digits, at, 'latin1');
    },
  };
}
