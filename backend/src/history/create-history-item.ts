import { makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import type { Ports } from '@sign-display/contracts/clock-and-random';
import type { Insertable, Selectable } from 'kysely';
import type { Database } from '../db/database-types.ts';
import type { HistoryTable } from './tables.ts';

type NewHistory = Insertable<HistoryTable>;
type Sign = Pick<
  Selectable<Database['sign']>,
  'id' | 'organizationId' | 'eventId' | 'deviceSignId' | 'shortCode' | 'url'
>;

/** What happened. Without an `outcome` it is `ok`; without a `url` it is the page that is assigned to the sign. */
type Happened = Pick<NewHistory, 'kind'> & Partial<Pick<NewHistory, 'outcome' | 'detail' | 'url'>>;

/**
 * An item of a sign's history, from the record as `sign` has it: the item keeps its device and its place, whatever becomes of the record. `person`:
 * who did it; null for the sign itself and the service.
 */
export function historyOfSign(
  { clock, random }: Ports,
  sign: Sign,
  person: { id: string; name: string } | null,
  happened: Happened,
  nowMs: number,
): NewHistory {
  const { organizationId, eventId, id: signRecordId, deviceSignId, shortCode, url } = sign;
  return {
    id: makeUuidV7(clock, random),
    at: new Date(nowMs),
    organizationId,
    eventId,
    signRecordId,
    actorId: person?.id ?? null,
    actorName: person?.name ?? null,
    deviceSignId,
    shortCode,
    url,
    outcome: 'ok',
    ...happened,
  };
}
