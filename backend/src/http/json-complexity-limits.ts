/** No message of the contract comes near any of them: each level, each list or object, and each field costs a parser a hundred times what its characters do. */
const DEPTH_MOST = 64;
const FIELDS_MOST = 1_000;
/** A set of schedules has five hundred objects. A megabyte has room for 350,000, which took V8 80 ms on a slow core. */
const PARTS_MOST = 5_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const OPENING = [0x5b, 0x7b];
const CLOSING = [0x5d, 0x7d];

/**
 * What is wrong with the shape of a text of JSON before it is parsed: it nests lists and objects too deep, has too many of them, or an object of too many
 * fields. Null where none is so; whether it is JSON at all is for the parser. Reads it once, and no further than that.
 */
export function shapeProblem(json: string): 'too_deep' | 'too_many_parts' | 'too_many_fields' | null {
  const fields = new Uint16Array(DEPTH_MOST + 1);
  let depth = 0;
  let parts = 0;
  let isText = false;
  for (let at = 0; at < json.length; at += 1) {
    const character = json.charCodeAt(at);
    if (character === QUOTE) isText = !isText;
    else if (isText) {
      if (character === BACKSLASH) at += 1;
    } else if (OPENING.includes(character)) {
      depth += 1;
      if (depth > DEPTH_MOST) return 'too_deep';
      parts += 1;
      if (parts > PARTS_MOST) return 'too_many_parts';
      fields[depth] = 0;
    } else if (CLOSING.includes(character)) depth = Math.max(0, depth - 1);
    else if (character === COLON && ++fields[depth]! > FIELDS_MOST) return 'too_many_fields';
  }
  return null;
}
