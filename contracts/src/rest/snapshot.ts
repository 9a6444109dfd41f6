import { Type, type Static } from 'typebox';
import type { RouteTable } from '../route.ts';
import { Uuid, strictObject } from '../common-schemas.ts';
import { Sign } from './signs.ts';

/** All signs at once, for a wall that opens (contract, sections 3 and 3.2). */

const { settings: _, ...shown } = Sign.properties;
/** A sign as a wall shows it: without its settings. */
export const SignRow = Type.Object(shown);
export type SignRow = Static<typeof SignRow>;

/** GET /api/signs/snapshot: of the organization, or of one of its events. */
export const SnapshotQuery = strictObject({ organizationId: Uuid, eventId: Type.Optional(Uuid) });
export type SnapshotQuery = Static<typeof SnapshotQuery>;

export const snapshotRoutes = {
  'GET /api/signs/snapshot': {
    doc: { id: 'snapshotSigns', tag: 'signs', summary: 'Stream all signs of an event, one per line' },
    role: 'viewer',
    query: SnapshotQuery,
    response: {},
    produces: ['application/x-ndjson'],
    lines: SignRow,
    load: 'heavy',
  },
} as const satisfies RouteTable;
