import { NAME_PATTERN, ONE_LINE_PATTERN, PATTERN_RULES } from './plain-text.ts';
import { STRIPS_MOST, STRIPS_PATTERN } from './rest/event-figures.ts';
import { UUID_PATTERN, UUID_V4_PATTERN } from './schema.ts';

/** One thing that a validator found: what of JSON Schema failed, with what that keyword asks for. */
interface Finding {
  keyword: string;
  params: unknown;
  message?: string;
}

const ID_RULE = 'must be an identifier: 36 characters, hex digits in small letters and dashes';
/** What a pattern asks for, in words for a person. */
const RULES: ReadonlyMap<unknown, string | undefined> = new Map([
  [ONE_LINE_PATTERN, PATTERN_RULES[ONE_LINE_PATTERN]],
  [NAME_PATTERN, PATTERN_RULES[NAME_PATTERN]],
  [UUID_PATTERN, ID_RULE],
  [UUID_V4_PATTERN, ID_RULE],
  [STRIPS_PATTERN, `must be 1 to ${STRIPS_MOST} identifiers with commas between, nothing else`],
]);

/** What is wrong with a field, as the rest of a sentence about it ("must be …"): never a regular expression of an identifier. Pure. */
export function fieldWords({ keyword, params, message = 'does not fit' }: Finding): string {
  const { pattern, allowedValues } = params as { pattern?: unknown; allowedValues?: unknown[] };
  if (keyword === 'enum' && allowedValues) return `must be one of: ${allowedValues.join(', ')}`;
  return (keyword === 'pattern' ? RULES.get(pattern) : undefined) ?? message;
}
