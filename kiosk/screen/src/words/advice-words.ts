import type { Advice } from '../decisions/advice.ts';
import { hostOf, withoutMiddle } from '../decisions/fit.ts';
import type { LastTry } from '../model.ts';
import { say, type Sentence } from './sentence.ts';
import { clockTime, lengthOf, triesAgain } from './times.ts';

/** What stands left of the QR, and above it on an upright screen. */
export interface AdviceWords {
  title: string;
  /** `bad`: no claim can work, or the last one failed. `warn`: it works, and something is wrong. */
  tone: 'plain' | 'bad' | 'warn';
  paragraphs: readonly Sentence[];
  steps: readonly Sentence[];
  /** What the sign does by itself. */
  small: string | null;
}

const plain = { tone: 'plain', steps: [], small: null } as const;
const bad = { tone: 'bad', small: 'Asks again by itself.' } as const;
const short = (host: string): string => withoutMiddle(host, 60);

type WordsOf = {
  [Kind in Advice['kind']]: (advice: Extract<Advice, { kind: Kind }>, now: () => number) => AdviceWords;
};
type OnHost = Extract<Advice, { kind: 'no_answer' }>;

const WORDS: WordsOf = {
  scan: () => ({
    ...plain,
    title: 'Scan to claim this sign',
    paragraphs: [say('Or type the six characters on your phone.')],
  }),
  connecting: ({ reached }) => ({
    ...plain,
    title: reached ? 'One moment' : 'Looking for the service',
    paragraphs: [
      reached
        ? say('The service is reached and takes this sign in.')
        : say('The sign can be claimed as soon as the service has answered.'),
    ],
    small: 'Goes on by itself.',
  }),
  no_card: () => ({
    ...bad,
    title: 'No network card',
    paragraphs: [say('This device finds no network card. Without one the sign has no code.')],
    steps: [
      say('Does it use an adapter? Pull it out and push it in.'),
      say('Or switch the card on in the device’s own settings.'),
    ],
    small: 'Looks again by itself.',
  }),
  no_cable: () => ({
    ...bad,
    title: 'No network cable',
    paragraphs: [say('The sign sees no cable and no Wi-Fi.')],
    steps: [say('Push the cable in at both ends until it clicks.'), say('No light at the socket? Try another one.')],
    small: 'Looks again by itself.',
  }),
  no_address: ({ macAddress }) => ({
    ...bad,
    title: 'No network address',
    paragraphs: [say('The cable is in, but the network gave this sign no address.')],
    steps: [
      say('Try the next network socket.'),
      macAddress === null
        ? say('Ask the house network to let this sign in.')
        : say('Ask the house network to let in ', { mono: macAddress }),
    ],
    small: 'Asks again by itself every few seconds.',
  }),
  dns: ({ host }) => ({
    ...bad,
    title: 'Names are not found',
    paragraphs: [say(`The network is there, but it can’t look up ${short(host)}`)],
    steps: [
      say('Ask the house network for DNS on this socket.'),
      say('Does it want a login page? Ask for a socket without.'),
    ],
  }),
  no_answer: ({ host, retryAtMs }, now) => ({
    ...bad,
    title: 'The service is not reached',
    paragraphs: [say(`${short(host)} does not answer from here.`)],
    steps: [
      say('Do other signs have this too? Then it is on our side; wait.'),
      say(`Only this one? Ask for outgoing port ${portOf(host)}.`),
    ],
    small: triesAgain(retryAtMs, now()),
  }),
  certificate: ({ host, retryAtMs }: OnHost, now) => ({
    ...bad,
    title: 'The certificate is wrong',
    paragraphs: [say(`${short(host)} can’t prove that it is the service.`)],
    steps: [
      say(`Is it ${clockTime(now())} now? If not, set the device’s clock.`),
      say('Ask the house network to leave secure traffic closed.'),
    ],
    small: triesAgain(retryAtMs, now()),
  }),
  other_service: ({ host, retryAtMs }: OnHost, now) => ({
    ...bad,
    title: 'Something else answers',
    paragraphs: [say(`What answers at ${short(host)} is not this service.`)],
    steps: [
      say('Does the network want a login page? Ask for a socket without.'),
      say('Is the address right? Ask whoever set up this sign.'),
    ],
    small: triesAgain(retryAtMs, now()),
  }),
  refused: ({ code, retryAtMs }, now) => ({
    ...bad,
    title: 'The service refuses this sign',
    paragraphs: [REFUSALS[code] ?? say('It is reached, but does not let this sign in.')],
    steps: [say('Ask an admin. The words below say why.')],
    small: `${code}. ${triesAgain(retryAtMs, now())}`,
  }),
  clock: ({ offsetMs }) => ({
    title: `The clock is ${lengthOf(offsetMs).long} off`,
    tone: 'warn',
    paragraphs: [say('You can claim it, but secure pages may refuse to load.')],
    steps: [
      say('Ask the house network to let time through (NTP).'),
      say('Or set the clock in the device’s own settings.'),
    ],
    small: null,
  }),
  failed: ({ lastTry }) => ({
    ...plain,
    tone: 'bad',
    title: 'The last try failed',
    paragraphs: [say(`${clockTime(lastTry.atMs)}. ${whyFailed(lastTry)}`), say('Nothing was claimed. Scan again.')],
  }),
  notice: ({ notice }) => ({ ...plain, title: 'Scan to claim this sign', paragraphs: [say(notice)] }),
};

const REFUSALS: Record<string, Sentence | undefined> = {
  protocol_unsupported: say('This app is too old or too new for it.'),
  rate_limited: say('Too many signs connect from this network at once.'),
  unavailable: say('It is busy.'),
};

/** What `advice` says. `now` is asked for the time only where a word depends on it. */
export const adviceWords = (advice: Advice, now: () => number): AdviceWords =>
  (WORDS[advice.kind] as (advice: Advice, now: () => number) => AdviceWords)(advice, now);

const portOf = (host: string): string => /:(\d+)$/.exec(host)?.[1] ?? '443';

/** Chromium's names for failures, as a person would tell them on the telephone. */
const LOAD_ERRORS: [RegExp, (host: string) => string][] = [
  [/^ERR_FRAME_REFUSED/, (host) => `${host} refuses to be shown in a frame`],
  [/^ERR_NEEDS_HTTPS/, (host) => `${host} needs https`],
  [/^ERR_(NAME_|DNS_)/, (host) => `no address found for ${host}`],
  [/^ERR_(CERT_|SSL_|BAD_SSL)/, (host) => `the certificate of ${host} is not valid`],
  [/^ERR_(INTERNET_DISCONNECTED|NETWORK_)/, () => 'the network was away'],
  [/^ERR_TOO_MANY_REDIRECTS/, (host) => `${host} sends it in a circle`],
  [/^ERR_(CONNECTION_|ADDRESS_|EMPTY_|TIMED_OUT)/, (host) => `${host} does not answer`],
];

function whyFailed({ url, reason, error, httpStatus }: LastTry): string {
  if (reason === null) return 'The service did not complete the claim.';
  const host = url === null ? 'the page' : short(hostOf(url));
  if (httpStatus !== null && httpStatus >= 400)
    return `The page did not load: ${host} answered with error ${httpStatus}`;
  if (reason === 'sign_timeout') return `The page did not load: ${host} took too long`;
  const known = LOAD_ERRORS.find(([pattern]) => pattern.test(error ?? ''));
  if (known) return `The page did not load: ${known[1](host)}`;
  const code = error === null ? '' : ` (${withoutMiddle(error, 60)})`;
  return reason === 'url_unreachable'
    ? `The page did not load: ${host} does not answer${code}`
    : `The page did not load: ${host} answered with an error${code}`;
}
