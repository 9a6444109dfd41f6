import type { IncomingHttpHeaders } from 'node:http';

/** The headers by which servers choose their answer, as a tab's browser sends them: also with its socket (G17). */
export type BrowserHeaders = Readonly<Partial<Record<(typeof NAMES)[number], string>>>;

const NAMES = ['user-agent', 'accept-language'] as const;
/** Printable ASCII has no line ends, so a value can't add a header to a request. */
const SENDABLE = /^[\x20-\x7e]{1,500}$/;

/** The values that a check can send. */
export const browserHeadersOf = (headers: IncomingHttpHeaders): BrowserHeaders =>
  Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = headers[name];
      return value !== undefined && SENDABLE.test(value) ? [[name, value]] : [];
    }),
  );
