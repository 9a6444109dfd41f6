/**
 * One element of the list, which may be empty, with the comma behind it. A tag's characters include commas (RFC 9110, 8.8.3). Space behind a tag is part of
 * the tag's group: two runs of space side by side would take quadratic time over space that no comma ends.
 */
const ELEMENT = /[\t ]*(?:(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")[\t ]*)?(,|$)/y;

/**
 * Whether `If-None-Match` names the strong `etag` of what would be answered (RFC 9110, 13.1.2): `*`, or a list of entity tags, compared weakly. A
 * header that is neither names nothing. Pure.
 */
export function namesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  let isNamed = false;
  ELEMENT.lastIndex = 0;
  for (let element = ELEMENT.exec(header); element; element = ELEMENT.exec(header)) {
    isNamed ||= element[1] === etag;
    if (element[2] === '') return isNamed;
  }
  return false;
}
