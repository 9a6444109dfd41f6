/**
 * Phrases that made sentences hard to understand (docs/STYLE.md, "Sentences"). A phrase is listed only if it has no right use. `instead` says
 * what to write.
 */
const RIDDLES = [
  {
    phrase: /\b(?:is|are|was|were|be|been|being|not) told\b/i,
    instead: 'name who sends, notifies, reports or answers',
  },
  { phrase: /\b(?:is|are|was|were|be|been|not) heard\b/i, instead: 'received, or last seen' },
  { phrase: /\b(?:hears|hear of|heard of)\b/i, instead: 'receives, or learns from' },
  { phrase: /\b(?:is|are|was|were) (?:not )?so\b(?=[.,;:]|$)/i, instead: 'name what is true, or what holds' },
  { phrase: /\bhad by\b/i, instead: 'name who has it' },
  { phrase: /\bas (?:it|they) (?:is|are|was|were) (?:told|said|had)\b/i, instead: 'name the message or the value' },
  { phrase: /\b(?:its|their) like\b/i, instead: 'name the thing' },
  { phrase: /\b(?:whoever|whosoever)\b/i, instead: 'the operator, the caller, the client' },
  { phrase: /\blies in\b/i, instead: 'is in, or is defined in' },
  { phrase: /\b(?:deed|deeds|happenings)\b/i, instead: 'action, fault or step' },
  { phrase: /\bis done with\b/i, instead: 'name the actor and the verb' },
  { phrase: /\bblames? itself\b/i, instead: 'suspects a fault of the backend' },
  { phrase: /\b(?:given|gives) back\b/i, instead: 'released, returned' },
];

/** Openings that are refused in comments, titles, logs and docs. UI strings may open so. */
const OPENINGS = [{ phrase: /^(?:Of|That which) /, instead: 'open with the subject' }];

/** The kinds of sentences (sentence-extraction.js), and the folders by their paths, in which every sentence is rewritten already. */
export const FINISHED = [{ kinds: ['log', 'ui'], under: [''] }];

/** The phrases of an English sentence that are refused, wherever it is. */
export function riddlesOf({ kind, text }) {
  if (kind === 'german') return [];
  return [...RIDDLES, ...(kind === 'ui' ? [] : OPENINGS)].filter(({ phrase }) => phrase.test(text));
}
