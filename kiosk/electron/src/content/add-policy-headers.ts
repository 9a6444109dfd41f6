type Headers = Record<string, string[]>;

/** Splits off the values of the header `name`, which a server may write in any case. */
function split(headers: Headers, name: string): { values: string[]; others: Headers } {
  const isIt = ([each]: [string, string[]]): boolean => each.toLowerCase() === name.toLowerCase();
  const entries = Object.entries(headers);
  return {
    values: entries.filter(isIt).flatMap(([, values]) => values),
    others: Object.fromEntries(entries.filter((entry) => !isIt(entry))),
  };
}

/**
 * A document's headers with our policies. The page's own security policies stay, because a browser applies each of them. Its permissions policy goes: Chromium
 * parses all values as one, so a page whose value is malformed would switch ours off. Pure.
 */
export function withPolicies(headers: Headers = {}, security: string, permissions: string): Headers {
  const { values, others } = split(headers, 'Content-Security-Policy');
  return {
    ...split(others, 'Permissions-Policy').others,
    'Content-Security-Policy': [...values, security],
    'Permissions-Policy': [permissions],
  };
}
