import { audit } from './audit.ts';

const inEnglish = (count: number): string => count.toLocaleString('en');

/** The log of the requests that signs make for their pages. */
export const contentFetches = {
  title: 'Loaded content',
  loading: 'Loading the requests of the signs',
  loadingWhat: 'the requests of the signs',
  tabs: { label: 'Logs', audit: 'Audit log', fetches: 'Loaded content' },
  headline: {
    none: 'No request failed today.',
    failed: (count: number, signs: number) => {
      if (count === 1) return '1 request failed today.';
      return signs === 1
        ? `${inEnglish(count)} requests of one sign failed today.`
        : `${inEnglish(count)} requests of ${inEnglish(signs)} signs failed today.`;
    },
    more: (count: number) => `More than ${inEnglish(count)} requests failed today.`,
    host: (host: string) => `All of them went to ${host}.`,
    lead: 'Signs report each request that they make for their pages. A sign that was offline reports its requests when it is back.',
  },
  filters: {
    label: 'Filter the loaded content',
    anyEvent: 'any event',
    anySign: 'any sign',
    oneSign: 'one sign',
    anyTime: 'any time',
    from: (time: string) => `from ${time}`,
    to: (time: string) => `until ${time}`,
    clear: 'Clear filters',
  },
  range: {
    title: 'Choose a time',
    from: 'From',
    to: 'Until',
    zone: (zone: string) => `Times are in ${zone}.`,
    wrong: 'The end is not after the start.',
    apply: 'Show these requests',
    clear: 'Any time',
    cancel: 'Cancel',
  },
  sign: {
    title: 'Choose a sign',
    find: 'Name, place or code of a sign',
    found: (count: number, isMore: boolean) => {
      if (count === 0) return 'No sign matches.';
      if (isMore) return `The first ${count} signs. Type more to find others.`;
      return count === 1 ? '1 sign' : `${count} signs`;
    },
    any: 'Any sign',
    cancel: 'Cancel',
  },
  results: { ok: 'ok', failed: 'failed' },
  cache: 'from the cache',
  reasons: {
    noNetwork: 'the sign has no network',
    noHost: 'the host name was not found',
    refused: 'the host refused the connection',
    timedOut: 'the host did not answer in time',
    certificate: 'the certificate is not trusted',
    unreachable: 'the host can’t be reached',
    redirects: 'the page redirects in a loop',
    cancelled: 'the page cancelled the request',
    denied: 'the host denied access',
    notFound: 'nothing was found at this URL',
    rejected: 'the host rejected the request',
    hostError: 'the host had an error',
  },
  columns: { when: 'When', sign: 'Sign', url: 'URL', result: 'Result', took: 'Took', size: 'Size' },
  list: 'Requests, newest first',
  deletedSign: 'deleted sign',
  older: 'Show older requests',
  nothing: 'No request matches these filters.',
  nothingLead: 'Clear the filters to see all requests.',
  empty: 'No sign has reported a request yet.',
  emptyLead: 'Each request that a sign makes for its page is listed here, within about a minute.',
  export: {
    ...audit.export,
    lead: (rows: number | undefined) => {
      const what = rows === 1 ? '1 row' : rows === undefined ? 'All rows' : `${inEnglish(rows)} rows`;
      return `${what} by the present filters, oldest first.`;
    },
    formats: {
      csv: audit.export.formats.csv,
      ndjson: { name: 'NDJSON', text: 'one row a line, for programs' },
    },
  },
};
