/** The characters of a short code, in the order of the keypad (contract, section 1). */
const CHARACTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The key of the keypad that a person meant with a key of theirs: `o` is zero, `I` and `L` are one. Null: no code has it. */
export function keyMeant(typed: string): string | null {
  const key = typed.toUpperCase().replace('O', '0').replace(/[IL]/, '1');
  return key.length === 1 && CHARACTERS.includes(key) ? key : null;
}
