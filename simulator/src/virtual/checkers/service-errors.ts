import { BrokenPromise, type Checker } from './checker.ts';

/** Longer than any transaction of ours takes, slow statements included. */
const TRANSACTION_MOST_MS = 60_000;

/** What the contract has for the outside's failures: a page or a sign that does not answer, a node that can't take it now. */
const OUTSIDE = [503, 504];

/**
 * A5: nothing that people or signs send makes the service answer with an error of its own, or reaches the boundary of a connection; and no
 * transaction is left open.
 */
export const service: Checker = {
  promises: ['A5'],
  begin(world) {
    world.onAsked(({ who, request, reply }) => {
      if (reply && reply.status >= 500 && !OUTSIDE.includes(reply.status))
        throw new BrokenPromise('A5', `a request of ${who} was answered with an error of the service itself`, {
          seen: { request: `${request.method} ${request.path}`, status: reply.status, body: reply.body },
          expected: `a status below 500, or one of ${OUTSIDE.join(', ')}`,
        });
    });
    return {
      async atEnd() {
        for (const node of world.nodes) {
          const caught = await node.caught();
          if (caught > 0)
            throw new BrokenPromise('A5', `the boundary of a connection of node ${node.index} caught errors`, {
              seen: { signs_boundary_caught_total: caught },
              expected: 0,
            });
        }
      },
      afterStep() {
        for (const node of world.nodes) {
          for (const sinceMs of node.openTransactions()) {
            if (world.timeline.nowMs() - sinceMs <= TRANSACTION_MOST_MS) continue;
            throw new BrokenPromise(
              'A5',
              `a transaction of node ${node.index} is open for longer than anything takes`,
              {
                seen: `open since ${sinceMs} ms`,
                expected: `at most ${TRANSACTION_MOST_MS} ms`,
              },
            );
          }
        }
      },
    };
  },
};
