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

/** What people read on pages, signs, in mails, errors and logs is also without these. */
const UNNATURAL = [
  { phrase: /\bwe were away\b|\bthat was us\b/i, instead: 'our service was down' },
  { phrase: /\bby (?:itself|themselves|ourselves)\b/i, instead: 'automatically' },
  { phrase: /\bcomes? and goe?s?\b/i, instead: 'keeps going offline' },
  { phrase: /\b(?:signs?|they|which) went\b(?! (?:offline|online|silent))/i, instead: 'went offline, or was affected' },
  { phrase: /\bmade a mistake\b/i, instead: 'something went wrong on our side, or an internal error' },
  { phrase: /\bneeds? (?:a|another) look\b/i, instead: 'have problems, or correct the field' },
  { phrase: /\beither way\b/i, instead: 'name what works' },
  { phrase: /\bthere is no undo\b/i, instead: 'this cannot be undone' },
  { phrase: /\bset by hand\b/i, instead: 'set manually' },
  { phrase: /\bsomebody\b/i, instead: 'someone, or name the person' },
  { phrase: /\bany more\b/i, instead: 'no longer' },
  { phrase: /\bunder way\b/i, instead: 'in progress' },
  { phrase: /\b(?:a|the|this|its) QR\b(?! code)/i, instead: 'QR code' },
  { phrase: /\bruns? already\b/i, instead: 'is already running' },
];

/** The same in German. */
const UNNATURAL_GERMAN = [
  { phrase: /\bwir waren (?:weg|nicht da)\b|\bdas waren wir\b/i, instead: 'der Dienst war ausgefallen' },
  { phrase: /\bvon selbst\b/i, instead: 'automatisch' },
  { phrase: /\bso oder so\b/i, instead: 'den Fall nennen' },
  { phrase: /\b(?:Adresse|Zeichen|Code) geh(?:t|en) (?:nicht|immer)\b/i, instead: 'ist nicht zulässig, funktioniert' },
  { phrase: /\bbrauch(?:t|en) (?:noch )?einen Blick\b/i, instead: 'haben Probleme, oder korrigieren Sie' },
  { phrase: /\bwir hören\b/i, instead: 'wir prüfen, oder wir warten auf Herzschläge' },
  { phrase: /\blässt sich (?:das )?nicht rückgängig\b/i, instead: 'kann nicht rückgängig gemacht werden' },
  { phrase: /\bvon Hand gesetzt/i, instead: 'manuell zugewiesen' },
  { phrase: /\b(?:nicht|wieder) zu erreichen\b/i, instead: 'erreichbar' },
  { phrase: /(?<!E-)\bMailversand\b/, instead: 'E-Mail-Versand' },
];

/** The kinds of sentences (sentence-extraction.js), and the folders by their paths, in which every sentence is rewritten already. */
export const FINISHED = [{ kinds: ['log', 'ui', 'german'], under: [''] }];

/** The phrases of a sentence that are refused, wherever it is. */
export function riddlesOf({ kind, text }) {
  const isShown = kind === 'ui' || kind === 'log';
  const phrases =
    kind === 'german'
      ? UNNATURAL_GERMAN
      : [...RIDDLES, ...(kind === 'ui' ? [] : OPENINGS), ...(isShown ? UNNATURAL : [])];
  return phrases.filter(({ phrase }) => phrase.test(text));
}
