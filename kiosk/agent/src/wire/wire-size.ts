/** How large things are on the wire. (The platform's own encoder is not there: no Node, no DOM.) */

/** Bytes of `value` as JSON in UTF-8. */
export function jsonBytes(value: unknown): number {
  const text = JSON.stringify(value) ?? '';
  let bytes = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    // A surrogate pair is two units and four bytes.
    if (unit >= 0x800) bytes += unit >= 0xd800 && unit <= 0xdfff ? 1 : 2;
    else if (unit >= 0x80) bytes += 1;
  }
  return bytes;
}

/** `items` in order, in pieces of at most `mostBytes` as JSON and `mostItems`; an item that is larger alone has a piece of its own. */
export function splitBySize<Item>(items: readonly Item[], mostBytes: number, mostItems: number): Item[][] {
  const pieces: Item[][] = [];
  let room = 0;
  for (const item of items) {
    // Each with its comma; the brackets are in the caller's margin.
    const bytes = jsonBytes(item) + 1;
    const last = pieces.at(-1);
    if (last === undefined || bytes > room || last.length >= mostItems) {
      pieces.push([item]);
      room = mostBytes - bytes;
    } else {
      last.push(item);
      room -= bytes;
    }
  }
  return pieces;
}
