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
  return {
    lay: (outages: readonly Outage[]) => withExpected(outages, expected()),
    /** Runs the request. */
    async during<Result>(ids: Iterable<string>, word: Acknowledgement | null, request: () => Promise<Result>) {
      setExpected(new Map(Array.from(ids, (id) => [id, word])));
      try {
        return await request();
      } finally {
        setExpected(NOTHING);
      }
    },
  };
}

export type ExpectedAcknowledgement = ReturnType<typeof createExpectedAcknowledgement>;
