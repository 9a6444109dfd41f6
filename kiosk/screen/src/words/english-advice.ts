import { plain, portOf, short, whyFailed, type AdviceOf, type LoadFailures, type OnHost } from './advice-parts.ts';
import { TIMES } from './english-times.ts';
import { say, type Sentence } from './sentence.ts';
import { clockTime, lengthOf, triesAgain } from './times.ts';

const FAILURES: LoadFailures = {
  page: 'the page',
  notCompleted: 'The service did not complete the claim.',
  frame: (host) => `${host} refuses to be shown in a frame`,
  https: () => 'this sign loads HTTPS pages only',
  name: (host) => `no address was found for ${host}`,
  certificate: (host) => `the certificate of ${host} is not valid`,
  network: () => 'the network was down',
  redirects: (host) => `${host} redirects in a loop`,
  noAnswer: (host) => `${host} does not answer`,
  tooLong: (host) => `${host} took too long`,
  status: (host, status) => `${host} answered with error ${status}`,
  error: (host) => `${host} answered with an error`,
  notLoaded: (why) => `The page did not load: ${why}`,
};

const bad = { tone: 'bad', small: 'Retries automatically.' } as const;

export const englishAdvice: AdviceOf = {
  scan: () => ({
    ...plain,
    title: 'Scan to claim this sign',
    paragraphs: [say('Or type these six characters on your phone.')],
  }),
  connecting: ({ reached }) => ({
    ...plain,
    title: reached ? 'One moment' : 'Looking for the service',
    paragraphs: [
      reached
        ? say('Connected. The service is registering this sign.')
        : say('You can claim the sign as soon as the service has answered.'),
    ],
    small: 'Continues automatically.',
  }),
  no_card: () => ({
    ...bad,
    title: 'No network card',
    paragraphs: [say('No network card was found. Without one, the sign can’t show a code.')],
    steps: [
      say('If the sign uses a network adapter, unplug the adapter and plug it in again.'),
      say('Otherwise, enable the network card in the device settings.'),
    ],
    small: 'Checks again automatically.',
  }),
  no_cable: () => ({
    ...bad,
    title: 'No network cable',
    paragraphs: [say('The sign has neither a cable nor Wi-Fi.')],
    steps: [
      say('Push the cable in at both ends until it clicks.'),
      say('If the light on the network socket stays off, try another socket.'),
    ],
    small: 'Checks again automatically.',
  }),
  no_address: ({ macAddress }) => ({
    ...bad,
    title: 'No network address',
    paragraphs: [say('The cable is plugged in, but the network assigned no address to this sign.')],
    steps: [
      say('Try another network socket.'),
      macAddress === null
        ? say('Ask the venue’s IT to allow this sign on the network.')
        : say('Ask the venue’s IT to allow this address: ', { mono: macAddress }),
    ],
    small: 'Retries automatically every few seconds.',
  }),
  dns: ({ host }) => ({
    ...bad,
    title: 'DNS does not work',
    paragraphs: [say(`The network is connected, but the sign can’t find ${short(host)}.`)],
    steps: [
      say('Ask the venue’s IT to provide DNS on this socket.'),
      say('If the network shows a login page, ask for a socket without one.'),
    ],
  }),
  no_answer: ({ host, retryAtMs }, now) => ({
    ...bad,
    title: 'Service unreachable',
    paragraphs: [say(`${short(host)} does not answer.`)],
    steps: [
      say('If other signs have this problem too, the service is down. Wait until it is back.'),
      say(`If only this sign has the problem, ask the venue’s IT to open outgoing port ${portOf(host)}.`),
    ],
    small: triesAgain(retryAtMs, now(), TIMES),
  }),
  certificate: ({ host, retryAtMs }: OnHost, now) => ({
    ...bad,
    title: 'The certificate is not valid',
    paragraphs: [say(`${short(host)} can’t prove that it is the service.`)],
    steps: [
      say(`The device’s clock says ${clockTime(now())}. If this time is wrong, correct it.`),
      say('Ask the venue’s IT not to intercept encrypted connections.'),
    ],
    small: triesAgain(retryAtMs, now(), TIMES),
  }),
  other_service: ({ host, retryAtMs }: OnHost, now) => ({
    ...bad,
    title: 'A different server answers',
    paragraphs: [say(`The server at ${short(host)} is not the sign service.`)],
    steps: [
      say('If the network shows a login page, ask for a socket without one.'),
      say('Ask the person who set up this sign whether the address is right.'),
    ],
    small: triesAgain(retryAtMs, now(), TIMES),
  }),
  refused: ({ code, retryAtMs }, now) => ({
    ...bad,
    title: 'The service rejected this sign',
    paragraphs: [REFUSALS[code] ?? say('The service can be reached, but it rejected this sign.')],
    steps: [say('Ask an admin. The reason is shown below.')],
    small: `${code}. ${triesAgain(retryAtMs, now(), TIMES)}`,
  }),
  clock: ({ offsetMs }) => ({
    title: `The clock is ${lengthOf(offsetMs, TIMES).long} ${offsetMs < 0 ? 'slow' : 'fast'}`,
    tone: 'warn',
    paragraphs: [say('You can claim the sign, but encrypted pages may not load.')],
    steps: [
      say('Ask the venue’s IT to allow time synchronization (NTP).'),
      say('Otherwise, set the clock in the settings of the device.'),
    ],
    small: null,
  }),
  failed: ({ lastTry }) => ({
    ...plain,
    tone: 'bad',
    title: 'The last attempt failed',
    paragraphs: [
      say(`${clockTime(lastTry.atMs)}. ${whyFailed(lastTry, FAILURES)}`),
      say('The sign was not claimed. Scan again.'),
    ],
  }),
  notice: ({ notice }) => ({ ...plain, title: 'Scan to claim this sign', paragraphs: [say(notice)] }),
};

const REFUSALS: Record<string, Sentence | undefined> = {
  protocol_unsupported: say('The version of this app is too old or too new for the service.'),
  rate_limited: say('Too many signs are connecting from this network at the same time.'),
  unavailable: say('The service is busy.'),
};
