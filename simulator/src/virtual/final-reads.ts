import type { Sign } from '@sign-display/contracts/rest/signs';
import { ORGANIZATIONS, PEOPLE, type PersonName } from './initial-data.ts';
import type { World } from './world.ts';

/** So long before the end of a life: time for the answers. */
export const FINAL_READS_MS = 3_000;

/**
 * Somebody looks at each event that has signs, as a wall does: its figures, and the last hour of its signs. It is in every life, at the same time, and no step
 * of the plan: what seeds draw stays what it is. Checkers hear the answers (`onAsked`).
 */
export async function readEventsAtEnd(world: World): Promise<void> {
  for (const who of ['ada', 'fritz'] as const satisfies PersonName[])
    for (const id of Object.values(ORGANIZATIONS).flatMap(({ id }) => (id in PEOPLE[who].roles ? [id] : []))) {
      const reply = await world.ask(who, { method: 'GET', path: `/api/signs?organizationId=${id}&limit=200` });
      if (reply?.status !== 200) continue;
      const signs = (reply.body as { items: Sign[] }).items;
      for (const [eventId, own] of Map.groupBy(signs, (sign) => sign.eventId)) {
        const signIds = own.map((sign) => sign.id).join();
        await world.ask(who, { method: 'GET', path: `/api/events/${eventId}/summary` });
        await world.ask(who, { method: 'GET', path: `/api/events/${eventId}/strips?signIds=${signIds}` });
      }
    }
}
