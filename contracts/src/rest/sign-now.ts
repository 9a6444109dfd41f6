import { Type, type Static } from 'typebox';
import { UpdateState } from '../kiosk-events.ts';
import type { RouteTable } from '../route.ts';
import { Count, IdParams, Timestamp, nullable } from '../common-schemas.ts';
import { ShownSource } from './signs.ts';

/** GET /api/signs/:id/now (contract, sections 3 and 3.2). */

/**
 * The chain from us to the screen, link by link. A link of which nothing is known is null as a whole: the connection of a sign without one, and what is behind
 * it while the sign is not heard.
 */
export const SignNow = Type.Object({
  /** The nodes that live, and since when the oldest of them has run. */
  service: nullable(Type.Object({ nodes: Type.Integer({ minimum: 1 }), since: Timestamp })),
  /** The connection, on any node. `address` is null if the node is of an older version, which does not report it. */
  connection: nullable(Type.Object({ since: Timestamp, address: nullable(Type.String()) })),
  /** The page that the sign should show; also null if there is none. */
  content: nullable(
    Type.Object({
      url: Type.String(),
      source: ShownSource,
      /** When the page's state (`Sign.contentState`) began; null if no report contained it. */
      since: nullable(Timestamp),
      /**
       * The HTTP status of the page's last response that matches `Sign.contentState`; null if there was no response, or
       * if the sign has not reported it yet, which takes up to a minute.
       */
      httpStatus: nullable(Type.Integer({ minimum: 100, maximum: 599 })),
      /** The problem, in the sign's words. */
      detail: nullable(Type.String()),
      /** How often in a row the page could not be had. Of a long outage some thousand of the last are counted. */
      failures: Count,
      /** The host of the page, without a port. */
      host: Type.String(),
      /** The number of other signs of the organization that now fail on this host. */
      sameHost: Count,
    }),
  ),
  /** `since`: when the page that is on it was put there. */
  screen: nullable(
    Type.Object({
      since: nullable(Timestamp),
      /** The last look at it that the sign has told of: each that finds one colour, and the first that does not. */
      blankCheckedAt: nullable(Timestamp),
      blank: nullable(Type.Boolean()),
    }),
  ),
  /** The last report of the sign's updater. */
  update: nullable(Type.Object({ state: UpdateState, version: nullable(Type.String()) })),
});
export type SignNow = Static<typeof SignNow>;

export const nowRoutes = {
  'GET /api/signs/:id/now': {
    doc: { id: 'getSignNow', tag: 'signs', summary: 'Get the current state of a sign: connection, page and screen' },
    role: 'viewer',
    params: IdParams,
    response: { 200: SignNow },
  },
} as const satisfies RouteTable;
