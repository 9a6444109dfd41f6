import type { Action, Frame, Header, RefusalFrame, Tap } from '../claiming/frames.ts';
import type { Press } from '../claiming/presses.ts';

/** The phone's screens as they are drawn (`docs/screens/phone/drawing.html`), by the drawing's names, in the words of the design's table. */

export const CODE = '4QB 50C';
export const back: Tap = { label: 'Back', press: { type: 'back' } };

export const header = (title: string, aside: string | null = null, hasBack = true): Header => ({
  back: hasBack ? back : null,
  title,
  aside: aside === null ? null : { text: aside, isCode: /^[0-9A-Z]{3} [0-9A-Z]{3}$/.test(aside) },
});
export const tap = (label: string, type: Press['type'], icon?: Tap['icon']): Tap => ({
  label,
  // What the gallery shows sends nothing.
  press: { type } as Press,
  ...(icon && { icon }),
});
export const action = (kind: Action['kind'], label: string, type: Press['type'], icon?: Tap['icon']): Action => ({
  kind,
  ...tap(label, type, icon),
});

const EVENT = 'Lichterfest 2026';
const SIGN = 'Bar 4 links';
const PLACE = 'Bars, Halle 5 Nordseite';
const PAGE = 'menu.lichterfest.example/bar';
const LEAVE = 'Leave it; the outcome waits in Claims';
const typeTheCode = (kind: Action['kind']): Action => action(kind, 'Type the code', 'open-keypad', 'key');

const scan = (sheet: Extract<Frame, { is: 'scan' }>['sheet']): Frame => ({
  is: 'scan',
  header: header(EVENT),
  band: null,
  hint: 'Hold the QR inside the corners',
  torch: { ...tap('Light', 'light', 'torch'), isOn: false },
  sheet,
  actions: [typeTheCode('usual')],
});

const KEYS = [...'0123456789ABCDEFGHJKMNPQRSTVWXYZ'];
const prepared = (name: string, small: string, aside: string) => ({
  key: name,
  name,
  small,
  aside,
  press: { type: 'pick-sign', signId: name } as const,
});

/** Blinks from the moment the page is there. */
export const blinking = (code: string) => ({ code, startsAtMs: 0, isOn: true });

/** The way through, and what gets in the way. */
export const WAY: Record<string, Frame> = {
  start: {
    is: 'start',
    header: header(EVENT, '17 min to start', false),
    band: null,
    title: 'Point the phone at a sign that shows a code.',
    lead: 'The browser asks once for the camera. The picture stays on this phone.',
    actions: [
      action('primary', 'Open the camera', 'open-camera'),
      typeTheCode('usual'),
      action('quiet', '5 prepared signs wait for a device', 'open-prepared'),
    ],
  },
  scan: scan(null),
  type: {
    is: 'type',
    header: header('Six characters below the QR'),
    band: null,
    hint: 'A code has no O, I, L or U.',
    slots: ['4', 'Q', 'B', '5', '', ''],
    cursor: 4,
    slotsLabel: 'Short code',
    keys: KEYS.map((key) => ({ label: key, press: { type: 'key', key } })),
    remove: tap('Delete', 'delete-key'),
    actions: [{ ...action('primary', 'Find the sign', 'find'), isDisabled: true }],
  },
  found: {
    is: 'found',
    header: header('Is it this one?', 'held 9:52'),
    band: null,
    blinking: blinking(CODE),
    title: 'The sign blinks this code now, in step with your phone.',
    facts: [
      { label: 'Screen', value: '1920 × 1080, landscape' },
      { label: 'Platform', value: 'linux x64, app 2.4.1' },
      { label: 'Connected', value: 'since 18:57, 45 min' },
    ],
    actions: [action('primary', 'Yes, this one', 'yes'), action('quiet', 'No, another sign', 'another-sign')],
  },
  form: {
    is: 'form',
    header: header('New sign', CODE),
    band: null,
    event: { name: EVENT, organization: 'Nordlicht Events', change: tap('Change', 'open-events') },
    focus: 'name',
    fields: [
      {
        field: 'name',
        label: 'Name',
        aside: null,
        value: SIGN,
        inputMode: 'text',
        error: null,
        suggestions: ['Bar 4 Mitte', 'Bar 4 rechts', 'Bar 5 links'].map((label) => tap(label, 'typed')),
      },
      {
        field: 'location',
        label: 'Location',
        aside: null,
        value: PLACE,
        inputMode: 'text',
        error: null,
        suggestions: ['Bars', 'Foyer Nord', 'Halle 5'].map((label) => tap(label, 'typed')),
      },
      {
        field: 'url',
        label: 'Web page',
        aside: 'optional',
        value: PAGE,
        inputMode: 'url',
        error: null,
        suggestions: ['…/bar', '…/kasse', '…/halle-5', 'none yet'].map((label) => tap(label, 'typed')),
      },
    ],
    todo: null,
    small: null,
    actions: [action('primary', 'Claim', 'submit')],
  },
  load: {
    is: 'progress',
    header: header(SIGN, CODE, false),
    band: null,
    title: 'The sign is loading the page.',
    lead: PAGE,
    isLeadCode: false,
    steps: [
      { label: 'Asked the sign', is: 'done', time: '0.1 s', state: 'done', small: null, share: null },
      { label: 'Loading the page', is: 'now', time: '3.2 s', small: 'waits 15 s at most', share: 0.21 },
      { label: 'Page proved', is: 'to-come', time: '', small: null, share: null },
      { label: 'Claimed', is: 'to-come', time: '', small: null, share: null },
    ],
    actions: [action('quiet', LEAVE, 'leave')],
  },
  done: {
    is: 'done',
    header: header('', null, false),
    band: null,
    isProved: true,
    title: 'Bar 4 links is claimed and showing.',
    lead: null,
    picture: { src: '/src/testing/sign-picture.svg', alt: 'What the sign shows', age: '2 s ago' },
    facts: [
      { label: 'Proved in', value: '4.1 s, HTTP 200' },
      { label: 'Location', value: PLACE },
    ],
    tally: { text: 'Your 6th since 19:20', count: 6 },
    actions: [action('primary', 'Next sign', 'next-sign'), action('quiet', 'Done', 'finish')],
  },
  prep: {
    is: 'list',
    header: header('Prepared signs', '5 left'),
    band: null,
    isPrepared: true,
    title: null,
    rows: [
      prepared('Stand 415', 'Halle 4', 'walls…/halle-4'),
      prepared('Stand 416', 'Halle 4', 'walls…/halle-4'),
      prepared('Stand 515', 'Halle 5', 'walls…/halle-5'),
      prepared('Stand 516', 'Halle 5', 'walls…/halle-5'),
      prepared('Presse', 'Einlass', 'no page yet'),
    ],
    foot: 'Pick the one you stand at, then scan. Nothing to type.',
    actions: [action('usual', 'Not on the list: new sign', 'new-sign')],
  },
  link: {
    is: 'link',
    header: header('Stand 415', 'held 9:40'),
    band: null,
    blinking: blinking('VE0 5BR'),
    title: 'Link this device to Stand 415?',
    facts: [
      { label: 'Kept', value: 'Name, location, page, schedule, history' },
      { label: 'Page', value: 'walls.lichterfest.example/halle-4' },
      { label: 'Screen', value: '1080 × 1920, portrait' },
    ],
    actions: [action('primary', 'Link', 'yes'), action('quiet', 'No, another sign', 'another-sign')],
  },
  repl: {
    is: 'replace',
    header: header('Kasse 11', 'Replace'),
    band: null,
    title: 'One scan swaps the device.',
    facts: [
      { label: 'Goes', value: 'XWJ QV0', isCode: true, small: 'back to its code screen if it still lives' },
      { label: 'Comes', value: '5TA 125', isCode: true, small: 'linux x64, 1920 × 1080, since 19:36' },
      { label: 'Stays', value: 'Name, place, page, schedule, history' },
    ],
    foot: 'If the new device can’t prove the page, the old one stays.',
    actions: [action('primary', 'Replace', 'yes'), action('quiet', 'Cancel', 'another-sign')],
  },
  lost: {
    is: 'lost',
    header: header(SIGN, CODE, false),
    band: 'Your phone lost the network at 19:42:20. Trying again by itself.',
    title: 'We lost the answer, not the claim.',
    lead: 'The sign goes on without you. When you are back we ask for the outcome of this same attempt; nothing happens twice.',
    isLeadCode: false,
    steps: [
      { label: 'Asked the sign', is: 'done', time: '0.1 s', state: 'done', small: null, share: null },
      { label: 'Outcome not known yet', is: 'now', time: '12 s', small: null, share: null },
    ],
    actions: [action('primary', 'Ask now', 'try-again'), action('quiet', LEAVE, 'leave')],
  },
  deny: {
    is: 'no-camera',
    header: header(EVENT),
    band: null,
    title: 'The browser keeps the camera shut.',
    lead: 'You can allow it in the site settings, the lock beside the address. Or go on without: six characters are quickly typed.',
    photo: null,
    actions: [typeTheCode('primary'), action('quiet', 'Ask for the camera again', 'open-camera')],
  },
  wrong: scan({
    title: 'This isn’t a sign’s code',
    lead: 'It leads somewhere else; we did not open it. Look for the QR with six characters below it.',
    actions: [action('primary', 'Keep scanning', 'scan-on'), action('quiet', 'Type the code', 'open-keypad')],
  }),
  ver: scan({
    title: 'This QR is newer than your app',
    lead: 'The sign uses version 2; this app knows 1. Reload the app. The typed code works either way.',
    actions: [action('primary', 'Reload the app', 'reload-app'), action('quiet', 'Type the code', 'open-keypad')],
  }),
};

const STEPS = ['code', 'asked', 'loaded', 'claimed'] as const;
const STEP_LABELS = { code: 'Code', asked: 'Asked', loaded: 'Loaded', claimed: 'Claimed' };
const STATES = { done: 'done', broken: 'broke here', 'to-come': 'not reached' } as const;

/** A refusal: the step that broke, its words, and what can be done. */
export function refusal(
  code: string,
  broke: (typeof STEPS)[number],
  [title, lead, todo]: readonly [string, string, string],
  actions: Action[],
  at: Header = header(broke === 'code' ? 'Find the sign' : SIGN, CODE),
): RefusalFrame {
  return {
    is: 'refusal',
    header: at,
    band: null,
    steps: STEPS.map((step, place) => {
      const from = place - STEPS.indexOf(broke);
      const is = from < 0 ? 'done' : from === 0 ? 'broken' : 'to-come';
      return { step, label: STEP_LABELS[step], is, state: STATES[is] };
    }),
    title,
    lead,
    todo,
    slots: null,
    small: [code, 'attempt 0d9e…41c7'],
    actions,
  };
}
const two = (first: [string, Press['type']], second: [string, Press['type']]): Action[] => [
  action('primary', ...first),
  action('quiet', ...second),
];
const AT_SIGN = header(SIGN, CODE);
const anotherSign: [string, Press['type']] = ['Another sign', 'another-sign'];
const goBack: [string, Press['type']] = ['Back', 'back'];
const withoutPage: [string, Press['type']] = ['Claim without a page', 'without-page'];

export const REFUSALS: Record<string, Frame> = {
  device_no_ack: refusal(
    'device_no_ack',
    'asked',
    [
      'The sign did not answer',
      'We asked it and heard nothing for 20 seconds. Nothing was claimed.',
      'If its screen shows the code, try again. If it is dark, check its power first.',
    ],
    two(['Try again', 'try-again'], ['Scan again', 'find-again']),
  ),
  'device_load_failed-url_unreachable': refusal(
    'device_load_failed, url_unreachable',
    'loaded',
    [
      'The sign can’t reach the page',
      'No address found for menue.lichterfest.example (DNS). Nothing was claimed.',
      'Look for a typo. If the page opens on your phone, the venue’s network may block it.',
    ],
    two(['Change the address', 'change-address'], withoutPage),
  ),
  'device_load_failed-url_load_failed': refusal(
    'device_load_failed, url_load_failed',
    'loaded',
    [
      'The page answered with an error',
      'menu.lichterfest.example said HTTP 503 after 1.2 s. Nothing was claimed.',
      'Its owner has to fix it. You can claim now and set a page later.',
    ],
    two(withoutPage, ['Load again', 'load-again']),
  ),
  'device_load_failed-sign_timeout': refusal(
    'device_load_failed, sign_timeout',
    'loaded',
    [
      'The page took over 15 seconds',
      'The sign stopped waiting and is back on its code. Nothing was claimed.',
      'Load it again, or claim now and set the page later.',
    ],
    two(['Load again', 'load-again'], withoutPage),
  ),
  sign_not_connected: refusal(
    'sign_not_connected',
    'asked',
    [
      'The sign is not connected',
      'It shows a code, yet we have no live connection from it.',
      'Read the checklist on its screen. Then unplug it, count to five, plug it in.',
    ],
    two(['Try again', 'try-again'], anotherSign),
  ),
  request_in_progress: refusal(
    'request_in_progress',
    'asked',
    [
      'Someone else is claiming this sign',
      'Another claim of it is under way. It ends within 20 seconds, either way.',
      'Wait; we try again by ourselves in 14 s.',
    ],
    two(['Try now', 'try-again'], anotherSign),
  ),
  sign_already_claimed: refusal(
    'sign_already_claimed',
    'code',
    [
      'This sign is already claimed',
      'It belongs to a sign record. We may not say whose.',
      'If it is yours, find it by its code and replace or unregister it. If not, ask your admin.',
    ],
    two(['Find it on my walls', 'find-on-walls'], anotherSign),
  ),
  short_code_mismatch: refusal(
    'short_code_mismatch',
    'code',
    [
      'This QR contradicts itself',
      'Its short code does not belong to its id. It may be damaged, or a copy.',
      'Type the six characters that stand below the QR.',
    ],
    two(['Type the code', 'open-keypad'], ['Scan again', 'find-again']),
  ),
  short_code_unknown: {
    ...refusal(
      'short_code_unknown',
      'code',
      [
        `No sign shows ${CODE}`,
        'No connected, unclaimed sign has this code.',
        'Compare with the screen. Easily mixed up: 8 and B, 5 and S, 2 and Z.',
      ],
      two(['Correct the code', 'open-keypad'], ['Scan the QR', 'open-camera']),
      header('Find the sign'),
    ),
    slots: ['4', 'Q', 'B', '5', '0', 'C'],
  },
  short_code_ambiguous: refusal(
    'short_code_ambiguous',
    'code',
    [
      'Two signs show this code',
      'That is rare, and the code alone can’t tell them apart.',
      'Scan the QR of the sign in front of you.',
    ],
    two(['Scan the QR', 'open-camera'], goBack),
  ),
  pending_expired: refusal(
    'pending_expired',
    'code',
    [
      'Ten minutes have passed',
      'The sign was held for you and is free again. What you typed is kept.',
      'Find it again; the form comes back filled in.',
    ],
    two(['Find the sign again', 'find-again'], anotherSign),
    AT_SIGN,
  ),
  sign_not_unlinked: refusal(
    'sign_not_unlinked',
    'code',
    [
      'Stand 415 already has a device',
      'Somebody linked it while you were walking.',
      'Pick another prepared sign, or replace the device if it is broken.',
    ],
    two(['Pick another', 'open-prepared'], ['Replace its device', 'replace-instead']),
    header('Stand 415', CODE),
  ),
  sign_not_linked: refusal(
    'sign_not_linked',
    'code',
    [
      'Kasse 11 has no device to replace',
      'It was unregistered a moment ago. Name, place and schedule are kept.',
      'Link this device to it instead: same scan, same result.',
    ],
    two(['Link this device', 'link-instead'], goBack),
    header('Kasse 11', CODE),
  ),
  invalid_url: {
    is: 'form',
    header: AT_SIGN,
    band: null,
    event: null,
    focus: null,
    fields: [
      { field: 'name', label: 'Name', value: SIGN },
      { field: 'location', label: 'Location', value: PLACE },
      {
        field: 'url',
        label: 'Web page',
        aside: 'optional',
        value: 'http://admin@10.0.4.2/menu',
        error: 'This address can’t be used: it holds a user name.',
      },
    ].map((field) => ({ aside: null, error: null, suggestions: [], inputMode: 'text', ...field }) as never),
    todo: 'It needs http:// or https://, no user name, and a host your organization allows: lichterfest.example',
    small: ['invalid_url'],
    actions: two(['Change the address', 'change-address'], withoutPage),
  },
  rate_limited: refusal(
    'rate_limited',
    'code',
    [
      'Five wrong codes in 15 minutes',
      'To keep guessers out, codes rest until 19:53:10.',
      'Read the screen once more meanwhile, or ask a colleague to claim this sign.',
    ],
    [{ ...action('usual', 'Wait 10 min 39 s', 'find'), isDisabled: true }, action('quiet', ...goBack)],
  ),
  unavailable: refusal(
    'unavailable',
    'asked',
    [
      'The service is busy',
      'It turned this attempt away before starting. Nothing was claimed.',
      'Stay here; we try again in 4 s with the same attempt.',
    ],
    two(['Try now', 'try-again'], goBack),
  ),
  unauthenticated: refusal(
    'unauthenticated',
    'code',
    [
      'You are signed out',
      'Your session ended. What you typed is kept on this phone.',
      'Sign in and go on where you were.',
    ],
    two(['Sign in', 'sign-in'], goBack),
    AT_SIGN,
  ),
  forbidden: refusal(
    'forbidden',
    'code',
    [
      'Your role can’t claim signs',
      'You are a viewer in Nordlicht Events. Claiming takes an operator.',
      'Ask an admin: Maren Oyelaran, Tim Brandt.',
    ],
    two(['Choose another event', 'open-events'], goBack),
    AT_SIGN,
  ),
  not_found: refusal(
    'not_found',
    'code',
    ['This event is gone', 'It was deleted, or you no longer belong to its organization.', 'Choose the event again.'],
    two(['Choose an event', 'open-events'], goBack),
    AT_SIGN,
  ),
  request_id_reused: refusal(
    'request_id_reused',
    'asked',
    [
      'This attempt was used already',
      'The same attempt arrived with other details. Nothing new was claimed.',
      'Start a fresh attempt with what stands in the form now.',
    ],
    two(['Start afresh', 'start-afresh'], goBack),
  ),
  internal: refusal(
    'internal',
    'asked',
    [
      'We made a mistake',
      'The fault is ours and it is recorded. We don’t know yet whether the claim went through.',
      'Ask for the outcome. It is the same attempt, so nothing happens twice.',
    ],
    two(['Ask for the outcome', 'try-again'], goBack),
  ),
};
