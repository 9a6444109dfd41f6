import { oneOf } from '../schema.ts';
import type { Static } from 'typebox';

/** What can be wrong with a sign, with a beginning and an end (contract, section 3). */

export const OUTAGE_KINDS = ['offline', 'unreachable', 'error', 'blank'] as const;
export const OutageKind = oneOf(OUTAGE_KINDS);
export type OutageKind = Static<typeof OutageKind>;
