import { withoutLinksAndAddresses } from '../../mail/describe-mail-errors.ts';
import { onOneLine } from '@sign-display/contracts/allowed-characters';

/** A sentence of a push service; some answer with a whole page. */
const REASON_LENGTH = 200;

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

/** The words of a JSON answer: Apple has `reason`, Mozilla `message`, Google `error.message`. */
function wordsIn(answer: unknown): string | null {
  if (isText(answer)) return answer;
  if (typeof answer !== 'object' || answer === null) return null;
  const { reason, message, detail, error } = answer as Record<string, unknown>;
  return [reason, message, detail].find(isText) ?? wordsIn(error);
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    // A page: its title and text.
    return body.replace(/<(style|script)\b.*?(<\/\1>|$)/gis, ' ').replace(/<[^>]*>?/g, ' ');
  }
}

/**
 * Describes a push service's refusal of a message, with the reason if the service gives one, on one line without links
 * and addresses. Pure.
 */
export function pushRefusal(status: number, body: string): string {
  const words = withoutLinksAndAddresses(onOneLine(wordsIn(parse(body)) ?? '')).replace(/\.$/, '');
  const said = Array.from(words);
  const reason = said.length > REASON_LENGTH ? `${said.slice(0, REASON_LENGTH - 1).join('')}…` : words;
  return `The push service answered ${status}${reason === '' ? '' : `: ${reason}`}.`;
}
