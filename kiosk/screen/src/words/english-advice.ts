import { plain, portOf, short, whyFailed, type AdviceOf, type LoadFailures, type OnHost } from './advice-parts.ts';
import { TIMES } from './english-times.ts';
import { say, type Sentence } from './sentence.ts';
import { clockTime, lengthOf, triesAgain } from './times.ts';

const FAILURES: LoadFailures = {
  page: 'the page',
  notCompleted: 'The service did not complete the claim.',
  frame: (host) => `${host} refuses to be shown in a frame`,
  https: (host) => `${host} needs https`,
  name: (host) => `no address found for ${host}`,
  certificate: (host) => `the certificate of ${host} is not valid`,
  network: () => 'the network was away',
  redirects: (host) => `${host} sends it in a circle`,
  noAnswer: (host) => `${host} does not answer`,
  tooLong: (host) => `${host} took too long`,
  status: (host, status) => `${host} answered with error ${status}`,
  error: (host) => `${host} answered with an error`,
  notLoaded: (why) => `The page did not load: ${why}`,
};

const bad = { tone: 'bad', small: 'Asks again by itself.' } as const;

export const englishAdvice: AdviceOf = {
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
    small: triesAgain(retryAtMs, now(), TIMES),
  }),
  certificate: ({ host, retryAtMs }: OnHost, now) => ({
    ...bad,
    title: 'The certificate is wrong',
    paragraphs: [say(`${short(host)} can’t prove that it is the service.`)],
    steps: [
      say(`Is it ${clockTime(now())} now? If not, set the device’s clock.`),
      say('Ask the house network to leave secure traffic closed.'),
    ],
    small: triesAgain(retryAtMs, now(), TIMES),
  }),
  other_service: ({ host, retryAtMs }: OnHost, now) => ({
    ...bad,
    title: 'Something else answers',
    paragraphs: [say(`What answers at ${short(host)} is not this service.`)],
    steps: [
      say('Does the network want a login page? Ask for a socket without.'),
      say('Is the address right? Ask the person who set up this sign.'),
    ],
    small: triesAgain(retryAtMs, now(), TIMES),
  }),
  refused: ({ code, retryAtMs }, now) => ({
    ...bad,
    title: 'The service refuses this sign',
    paragraphs: [REFUSALS[code] ?? say('It is reached, but does not let this sign in.')],
    steps: [say('Ask an admin. The words below say why.')],
    small: `${code}. ${triesAgain(retryAtMs, now(), TIMES)}`,
  }),
  clock: ({ offsetMs }) => ({
    title: `The clock is ${lengthOf(offsetMs, TIMES).long} off`,
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
    paragraphs: [
      say(`${clockTime(lastTry.atMs)}. ${whyFailed(lastTry, FAILURES)}`),
      say('Nothing was claimed. Scan again.'),
    ],
  }),
  notice: ({ notice }) => ({ ...plain, title: 'Scan to claim this sign', paragraphs: [say(notice)] }),
};

const REFUSALS: Record<string, Sentence | undefined> = {
  protocol_unsupported: say('This app is too old or too new for it.'),
  rate_limited: say('Too many signs connect from this network at once.'),
  unavailable: say('It is busy.'),
};
