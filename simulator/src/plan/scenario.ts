import { existsSync, readFileSync, statSync } from 'node:fs';
import { Type, type Static } from 'typebox';
import * as Value from 'typebox/value';
import { DUTY_WORDS } from './operator-actions-and-outcomes.ts';
import { Watch, complaintOf } from './watch-schema.ts';
import { AFTER_CLAIM, AFTER_FAILURE, CLAIM_PAGES, LINK_FAULTS } from './scenario-terms.ts';

/** A deck of cards: the number of each. Cards are dealt to kiosk after kiosk, so a fleet as large as the deck gets every card. */
function deck<const Words extends readonly string[]>(words: Words) {
  const card = Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000 }));
  const cards = Object.fromEntries(words.map((word) => [word, card])) as Record<Words[number], typeof card>;
  return Type.Object(cards, { additionalProperties: false, minProperties: 1 });
}

const AtOnce = Type.Integer({ minimum: 1, maximum: 1_000 });
const Share = Type.Number({ minimum: 0, maximum: 1 });
const Milliseconds = (minimum: number) => Type.Integer({ minimum, maximum: 600_000 });

/** A scenario file (behaviour S2): what the fleet is made of and what happens to it. See simulator/README.md. */
export const Scenario = Type.Object(
  {
    description: Type.String({ minLength: 1, maxLength: 500 }),
    /** Limits for a backend that the simulator starts. A backend that is running already keeps its own. */
    heartbeatIntervalMs: Milliseconds(100),
    loadTimeoutMs: Milliseconds(500),
    ackTimeoutMs: Milliseconds(1_000),
    /** How long a slow page takes. */
    slowPageMs: Milliseconds(0),
    /** The length of a window without claims, in which we measure what heartbeats alone cost. */
    quietMs: Milliseconds(0),
    /** How many stories are played at once: `waiting` are those that mostly wait for a deadline (a lost ack, a hanging page), `quick` the others. */
    storiesAtOnce: Type.Object({ quick: AtOnce, waiting: AtOnce }, { additionalProperties: false }),
    /** Shares of kiosks (0 to 1). */
    typedCode: Share,
    startFirst: Share,
    mistakes: Type.Object({ wrongCode: Share, unknownCode: Share, badUrl: Share }, { additionalProperties: false }),
    pages: deck(CLAIM_PAGES),
    linkFaults: deck(LINK_FAULTS),
    afterClaim: deck(AFTER_CLAIM),
    afterFailure: deck(AFTER_FAILURE),
    /** What operators do with signs that are claimed; absent: nothing. */
    duties: Type.Optional(deck(DUTY_WORDS)),
    /** The age at which a kiosk sends a batch of analytics; absent: the agent's own minute. */
    batchEveryMs: Type.Optional(Milliseconds(100)),
    /** What happens to the claimed fleet, and who is told of it; absent: the run ends with the claims. */
    watch: Type.Optional(Watch),
  },
  { additionalProperties: false },
);
export type Scenario = Static<typeof Scenario>;

/** A scenario can't be used; the message names the place and what was expected there. */
export class ScenarioError extends Error {
  override name = 'ScenarioError';
}

/** Checks `value` as a scenario; throws a `ScenarioError` that names every wrong place as a JSON pointer. */
export function parseScenario(value: unknown, source: string): Scenario {
  if (Value.Check(Scenario, value)) {
    for (const name of ['pages', 'linkFaults', 'afterClaim', 'afterFailure', 'duties'] as const) {
      if (Object.values(value[name] ?? { none: 1 }).every((cards) => cards === 0))
        throw new ScenarioError(`${source}: /${name} has no weight: give at least one entry a number above 0`);
    }
    if (value.ackTimeoutMs <= value.loadTimeoutMs)
      throw new ScenarioError(
        `${source}: /ackTimeoutMs (${value.ackTimeoutMs}) must be greater than /loadTimeoutMs (${value.loadTimeoutMs}): a kiosk needs time to report that its page has hung`,
      );
    const complaint = value.watch ? complaintOf(value.watch) : null;
    if (complaint !== null) throw new ScenarioError(`${source}: ${complaint}`);
    return value;
  }
  const complaints = Value.Errors(Scenario, value).flatMap((error) => {
    const place = error.instancePath || '/';
    if (error.keyword === 'additionalProperties') {
      const { additionalProperties } = error.params as { additionalProperties: string[] };
      return additionalProperties.map((key) => `${error.instancePath}/${key}: is not a word of a scenario`);
    }
    // For an unknown key the parent's error says more than the key's own schema `false`.
    return error.keyword === 'boolean' ? [] : [`${place}: ${error.message}`];
  });
  throw new ScenarioError(`${source} is not a scenario:\n  ${complaints.join('\n  ')}`);
}

/** Far larger than any scenario. */
const SCENARIO_MOST_BYTES = 1_000_000;
const BUILT_IN = new URL('../../scenarios/', import.meta.url);

/** Reads the scenario of that name in simulator/scenarios, or the JSON file at that path. Throws a `ScenarioError`. */
export function readScenario(nameOrFile: string): Scenario {
  const builtIn = /^[\w-]+$/.test(nameOrFile) ? new URL(`${nameOrFile}.json`, BUILT_IN) : null;
  const source = builtIn && existsSync(builtIn) ? builtIn : nameOrFile;
  let text: string;
  try {
    // Reading a device or a pipe may never end, so only ordinary, small files are read.
    const file = statSync(source);
    if (!file.isFile() || file.size > SCENARIO_MOST_BYTES)
      throw new ScenarioError(`${nameOrFile} is not a file, or is larger than ${SCENARIO_MOST_BYTES} bytes`);
    text = readFileSync(source, 'utf8');
  } catch (cause) {
    if (cause instanceof ScenarioError) throw cause;
    throw new ScenarioError(
      `unknown scenario "${nameOrFile}": it is neither a name in simulator/scenarios nor a file`,
      {
        cause,
      },
    );
  }
  try {
    return parseScenario(JSON.parse(text), nameOrFile);
  } catch (cause) {
    if (cause instanceof ScenarioError) throw cause;
    throw new ScenarioError(`${nameOrFile} is not JSON: ${(cause as Error).message}`, { cause });
  }
}
