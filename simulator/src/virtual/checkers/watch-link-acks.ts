import type { World } from '../world.ts';

/** A `sign:link_ack` at the moment when a node has it. */
export interface ReceivedAck {
  /** The device that was registered on that connection, as it said. */
  signId: string | null;
  requestId: string;
  claimToken: string;
  result: string;
  node: number;
  atMs: number;
  /** By the node's own clock, and how wrong that was. */
  wallMs: number;
  clockErrorMs: number;
}

/** Whether `ack` is what ends that attempt with `result` (promise C2). `errorMs`: of the clock of the node that heard it, now. */
export function proves(
  ack: ReceivedAck,
  claim: { device_sign_id: string; request_id: string | null; claim_token: string | null; deadline_at: Date | null },
  errorMs: number,
  result: 'success' | 'failure',
): boolean {
  const { device_sign_id: device, request_id: requestId, claim_token: token, deadline_at: deadline } = claim;
  if (ack.result !== result || ack.signId !== device || ack.requestId !== requestId) return false;
  if (ack.claimToken !== token || deadline === null) return false;
  // Where that clock was set meanwhile, only the node itself can say when it was.
  return ack.wallMs < deadline.getTime() || ack.clockErrorMs !== errorMs;
}

/** The device that each kiosk has last registered as, once a node has heard it. */
export function watchRegistered(world: World): (kiosk: number) => string | null {
  const registered = new Map<number, string>();
  world.network.onArrival(({ kiosk, to, event, payload }) => {
    if (to === 'node' && event === 'sign:register') registered.set(kiosk, text((payload as Fields | null)?.signId));
  });
  return (kiosk) => registered.get(kiosk) ?? null;
}

type Fields = Partial<Record<'signId' | 'requestId' | 'claimToken' | 'result', unknown>>;
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Calls `hear` with each acknowledgement that reaches a node, before the node has it. */
export function watchAcks(world: World, errorOf: (node: number) => number, hear: (ack: ReceivedAck) => void): void {
  const deviceOf = watchRegistered(world);
  world.network.onArrival(({ kiosk, node, to, event, payload }) => {
    if (to !== 'node' || event !== 'sign:link_ack') return;
    const fields = (payload ?? {}) as Fields;
    hear({
      signId: deviceOf(kiosk),
      requestId: text(fields.requestId),
      claimToken: text(fields.claimToken),
      result: text(fields.result),
      node,
      atMs: world.timeline.nowMs(),
      wallMs: world.nodes[node]!.clock()?.now() ?? Infinity,
      clockErrorMs: errorOf(node),
    });
  });
}
