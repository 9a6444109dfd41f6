import { Type, type Static } from 'typebox';
import { Timestamp, Uuid, oneOf } from './schema.ts';

/** When the backend blames itself for silence (promise N2): it tells in `/health` and on dashboards that offline verdicts wait. */

/** Its own start, or more than a third of a node's claimed kiosks that vanished within 10 s. */
export const WARM_UP_REASONS = ['start', 'mass_silence'] as const;
export type WarmUpReason = (typeof WARM_UP_REASONS)[number];

/** Until `until` a node gives no offline verdict. */
export const WarmUp = Type.Object({ reason: oneOf(WARM_UP_REASONS), since: Timestamp, until: Timestamp });
export type WarmUp = Static<typeof WarmUp>;

/** A node's, among several. */
export const NodeWarmUp = Type.Object({ nodeId: Uuid, ...WarmUp.properties });
export type NodeWarmUp = Static<typeof NodeWarmUp>;
