/**
 * Whether a sign shows pages of this address at all (promises K5 and A4): http or https, a host, and no user info. The backend
 * refuses the others first; a sign does not rely on it. (The platform's own URL parser is not there: no Node, no DOM.)
 */
export function isShowable(url: string): boolean {
  return /^https?:\/\/[^\s/?#@\\]+(?:[/?#][^\s]*)?$/i.test(url);
}
