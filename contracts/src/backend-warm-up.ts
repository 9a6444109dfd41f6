import { Type, type Static } from 'typebox';
import { Count, Timestamp, Uuid, oneOf } from './common-schemas.ts';

/** When the backend blames itself for silence (promise N2): it tells in `/health` and on dashboards that offline verdicts wait. */

/** Its own start, or at least two and more than a third of a node's claimed kiosks that vanished within 10 s. */
export const WARM_UP_REASONS = ['start', 'mass_silence'] as const;
export type WarmUpReason = (typeof WARM_UP_REASONS)[number];

/** Until `until` a node gives no offline verdict. */
export const WarmUp = Type.Object({ reason: oneOf(WARM_UP_REASONS), since: Timestamp, until: Timestamp });
export type WarmUp = Static<typeof WarmUp>;

/**
 * A node's, among several. `heard`: how many of its claimed kiosks are there now; `of`: how many there were before the silence. After a node's start `of` counts the
 * signs that were online anywhere, so nodes that start at once each hear a part of the same `of`; it is never less than `heard`. Both are left out
 * until the node knows them, and by an older node.
 */
export const NodeWarmUp = Type.Object({
  nodeId: Uuid,
  ...WarmUp.properties,
  heard: Type.Optional(Count),
  of: Type.Optional(Count),
});
export type NodeWarmUp = Static<typeof NodeWarmUp>;
