import type { Random } from '@sign-display/contracts/clock-and-random';
import type { RequestClass } from '@sign-display/contracts/route';
import type { FastifyRequest } from 'fastify';
import type { RestRefusal } from './problem.ts';
import { rowOf } from './router.ts';

/**
 * What a node refuses when it has more to do than it can (promise R4; docs/decisions/0009). Early, before anything is read or asked, so that what
 * was accepted completes in time; and in an order: heavy work first, then ordinary requests, and what an operator at a door needs last. Health is
 * never refused; kiosks do not come this way.
 */

export const SHEDDABLE = ['operator', 'ordinary', 'heavy'] as const;
type SheddableClass = (typeof SHEDDABLE)[number];

/** What a request is worth: what the row of its route says, or, where it has none, whether it asks for the API. */
export function classOf(request: FastifyRequest): RequestClass {
  const row = rowOf(request);
  if (row) return row.load ?? 'ordinary';
  return request.url.startsWith('/api/') ? 'ordinary' : 'spared';
}

export interface Signals {
  /** How late the event loop is, for more than a moment. */
  eventLoopDelayMs: number;
  /** Queries that wait for a connection of the pool. */
  databaseWaiting: number;
  /** Requests under way, without the operators': a claim waits for its kiosk and costs nothing meanwhile. */
  underWay: number;
  operatorsUnderWay: number;
}

/**
 * At each of these alone the node has as much to do as it can answer in about half a second on two cores that it shares with its database
 * (`load.bench.ts`). A claim is several queries, each behind all that wait: so these are low.
 */
export const FULL = { eventLoopDelayMs: 500, databaseWaiting: 250, underWay: 100, operatorsUnderWay: 2_000 } as const;

/** From how much of that on each class is refused. */
const REFUSED_FROM = { heavy: 0.5, ordinary: 1, operator: 4 } as const;

/** Whether a request of this class is one too many. Pure. */
export function isTooMuch(requestClass: RequestClass, signals: Signals): boolean {
  if (requestClass === 'spared') return false;
  const { eventLoopDelayMs, databaseWaiting, underWay, operatorsUnderWay } = signals;
  const machine = Math.max(eventLoopDelayMs / FULL.eventLoopDelayMs, databaseWaiting / FULL.databaseWaiting);
  if (requestClass === 'operator')
    return machine >= REFUSED_FROM.operator || operatorsUnderWay >= FULL.operatorsUnderWay;
  return Math.max(machine, underWay / FULL.underWay) >= REFUSED_FROM[requestClass];
}

/** Refused clients come back spread over this. */
const RETRY_FIRST_MS = 1_000;
const RETRY_SPREAD_MS = 2_000;

/** When to come back, of those who are refused at once each at another time. */
export const spreadRetryMs = (random: Random): number => Math.round(RETRY_FIRST_MS + random.float() * RETRY_SPREAD_MS);

export function createShedding(deps: {
  random: Random;
  signals(): Pick<Signals, 'eventLoopDelayMs' | 'databaseWaiting'>;
  observe: { shed(requestClass: SheddableClass): void };
}) {
  const { random, signals, observe } = deps;
  const underWay: Record<RequestClass, number> = { spared: 0, operator: 0, ordinary: 0, heavy: 0 };
  const others = (): number => underWay.ordinary + underWay.heavy;

  return {
    /** Admits a request, which is then under way until `done` is called (once or often); or refuses it. */
    admit(requestClass: RequestClass): { done(): void } | { refusal: RestRefusal } {
      if (
        requestClass !== 'spared' &&
        isTooMuch(requestClass, { ...signals(), underWay: others(), operatorsUnderWay: underWay.operator })
      ) {
        observe.shed(requestClass);
        const detail = 'This node is overloaded. Retry in a moment.';
        return { refusal: { code: 'unavailable', detail, retryAfterMs: spreadRetryMs(random) } };
      }
      underWay[requestClass] += 1;
      let isDone = false;
      return {
        done() {
          if (!isDone) underWay[requestClass] -= 1;
          isDone = true;
        },
      };
    },
    get underWay(): number {
      return others() + underWay.operator;
    },
  };
}

export type Shedding = ReturnType<typeof createShedding>;
