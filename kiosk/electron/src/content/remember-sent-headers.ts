type Headers = Record<string, string>;

/**
 * What the loads of pages sent, for checks to send the same (G17): servers choose their answer by it. Bounded.
 */
export interface SentHeaders {
  /** A page's load sent these, also of the URLs to which it was redirected. */
  note(url: string, headers: Headers): void;
  /** For a check of `url`: what its last load sent, else what the last load of any page sent. */
  forCheck(url: string): Headers;
}

/** The network stack sends these by itself, or they are about one load: its cookies, its cache, its connection. */
const OF_ONE_LOAD =
  /^(cookie|host|connection|keep-alive|upgrade|te|trailer|transfer-encoding|content-length|accept-encoding|cache-control|pragma|range|authorization|if-.*)$/i;
const URLS_MOST = 50;

const withoutFragment = (url: string): string => url.split('#', 1)[0]!;

export function createSentHeaders(): SentHeaders {
  /** By URL, oldest first. */
  const sent = new Map<string, Headers>();
  return {
    note(url, headers) {
      const key = withoutFragment(url);
      sent.delete(key);
      sent.set(key, Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_ONE_LOAD.test(name))));
      for (const oldest of [...sent.keys()].slice(0, -URLS_MOST)) sent.delete(oldest);
    },
    forCheck: (url) => sent.get(withoutFragment(url)) ?? [...sent.values()].at(-1) ?? {},
  };
}
