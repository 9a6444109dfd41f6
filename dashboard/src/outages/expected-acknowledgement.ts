import type { Acknowledgement, Outage } from '@sign-display/contracts/rest/outages';
import { createSignal } from 'solid-js';

/** Pending acknowledgements by outage; null while a request withdraws the acknowledgement. */
type Expected = ReadonlyMap<string, Acknowledgement | null>;

const NOTHING: Expected = new Map();

/** Shows pending acknowledgements on the open outages. */
export const withExpected = (outages: readonly Outage[], expected: Expected): readonly Outage[] =>
  expected.size === 0
    ? outages
    : outages.map((outage) => {
        const acknowledged = expected.get(outage.id);
        return acknowledged === undefined || outage.until !== null ? outage : { ...outage, acknowledged };
      });

/** Shows an acknowledgement immediately after the click, until the service's response or a later update replaces it. */
export function createExpectedAcknowledgement() {
  const [expected, setExpected] = createSignal(NOTHING);
  let last: Promise<unknown> = Promise.resolve();
  return {
    lay: (outages: readonly Outage[]) => withExpected(outages, expected()),
    /**
     * Runs the request after the earlier requests, because it reads what they change. Its expected result shows
     * immediately.
     */
    async during<Result>(ids: Iterable<string>, word: Acknowledgement | null, request: () => Promise<Result>) {
      const own = new Map([...expected(), ...Array.from(ids, (id) => [id, word] as const)]);
      setExpected(own);
      const result = last.then(request);
      last = result.catch(() => undefined);
      try {
        return await result;
      } finally {
        // A later request has its own expected result, which stays.
        if (expected() === own) setExpected(NOTHING);
      }
    },
  };
}

export type ExpectedAcknowledgement = ReturnType<typeof createExpectedAcknowledgement>;
