import type { Acknowledgement, Outage } from '@sign-display/contracts/rest/outages';
import { createSignal } from 'solid-js';

/** The acknowledgement that a request is about to make, by outage; null: it is about to be withdrawn. */
type Expected = ReadonlyMap<string, Acknowledgement | null>;

const NOTHING: Expected = new Map();

/** Open outages with the acknowledgement that is expected for them. */
export const withExpected = (outages: readonly Outage[], expected: Expected): readonly Outage[] =>
  expected.size === 0
    ? outages
    : outages.map((outage) => {
        const acknowledged = expected.get(outage.id);
        return acknowledged === undefined || outage.until !== null ? outage : { ...outage, acknowledged };
      });

/** Shows an acknowledgement from the click on; the response of the service, and what it sends later, takes its place. */
export function createExpectedAcknowledgement() {
  const [expected, setExpected] = createSignal(NOTHING);
  let last: Promise<unknown> = Promise.resolve();
  return {
    lay: (outages: readonly Outage[]) => withExpected(outages, expected()),
    /** Runs the request after the earlier ones, because it reads what they change. What it is about to make shows immediately. */
    async during<Result>(ids: Iterable<string>, word: Acknowledgement | null, request: () => Promise<Result>) {
      const own = new Map([...expected(), ...Array.from(ids, (id) => [id, word] as const)]);
      setExpected(own);
      const result = last.then(request);
      last = result.catch(() => undefined);
      try {
        return await result;
      } finally {
        // A later request has an expectation of its own.
        if (expected() === own) setExpected(NOTHING);
      }
    },
  };
}

export type ExpectedAcknowledgement = ReturnType<typeof createExpectedAcknowledgement>;
