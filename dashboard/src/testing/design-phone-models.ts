import type { Action, Frame, Header, Tap } from '../claiming/screen-model-types.ts';
import type { Press } from '../claiming/user-action-types.ts';
import type { ClaimingWords } from '../words/claiming-words-loader.ts';

/** The phone's screens as they are drawn (`docs/screens/phone/drawing.html`), by the drawing's names: what a catalogue says, of the drawing's signs. */

export const CODE = '4QB 50C';

export const tap = (label: string, type: Press['type'], icon?: Tap['icon']): Tap => ({
  label,
  // What the gallery shows leads nowhere.
  press: { type } as Press,
  ...(icon && { icon }),
});
export const action = (kind: Action['kind'], label: string, type: Press['type'], icon?: Tap['icon']): Action => ({
  kind,
  ...tap(label, type, icon),
});
export const headerOf = (words: ClaimingWords, title: string, aside: string | null = null, hasBack = true): Header => ({
  back: hasBack ? tap(words.claiming.back, 'back') : null,
  title,
  aside: aside === null ? null : { text: aside, isCode: /^[0-9A-Z]{3} [0-9A-Z]{3}$/.test(aside) },
});

export const EVENT = 'Lichterfest 2026';
export const SIGN = 'Bar 4 links';
export const PLACE = 'Bars, Halle 5 Nordseite';
const PAGE = 'menu.lichterfest.example/bar';

const KEYS = [...'0123456789ABCDEFGHJKMNPQRSTVWXYZ'];
const waiting = (name: string, small: string, aside: string) => ({
  key: name,
  name,
  small,
  aside,
  press: { type: 'pick-sign', signId: name } as const,
});

/** Blinks from the moment the page is there. */
export const blinking = (code: string) => ({ code, startsAtMs: 0, isOn: true });

/** The way through, and what gets in the way, in the words of a catalogue. */
export function wayOf(words: ClaimingWords): Record<string, Frame> {
  const { claiming } = words;
  const { start, scan, type, found, form, progress, done, prepared, link, replace, lost, noCamera } = claiming;
  const header = (...rest: [title: string, aside?: string | null, hasBack?: boolean]) => headerOf(words, ...rest);
  const typeTheCode = (kind: Action['kind']): Action => action(kind, scan.type, 'open-keypad', 'key');
  const scanning = (sheet: Extract<Frame, { is: 'scan' }>['sheet']): Frame => ({
    is: 'scan',
    header: header(EVENT),
    band: null,
    hint: scan.hint,
    torch: { ...tap(scan.light, 'light', 'torch'), isOn: false },
    sheet,
    actions: [typeTheCode('usual')],
  });
  return {
    start: {
      is: 'start',
      header: header(EVENT, start.toStart(claiming.minutes('17')), false),
      band: null,
      title: start.title,
      lead: start.lead,
      actions: [
        action('primary', start.camera, 'open-camera'),
        typeTheCode('usual'),
        action('quiet', start.prepared(5), 'open-prepared'),
      ],
    },
    scan: scanning(null),
    type: {
      is: 'type',
      header: header(type.title),
      band: null,
      hint: type.hint,
      slots: ['4', 'Q', 'B', '5', '', ''],
      cursor: 4,
      slotsLabel: type.slots('4 Q B 5'),
      keys: KEYS.map((key) => ({ label: key, press: { type: 'key', key } })),
      remove: tap(type.remove, 'delete-key'),
      actions: [{ ...action('primary', type.find, 'find'), isDisabled: true }],
    },
    found: {
      is: 'found',
      header: header(found.title, found.held('9:52')),
      band: null,
      blinking: blinking(CODE),
      title: found.blinks,
      facts: [
        { label: found.screen, value: `1920 × 1080, ${found.landscape}` },
        { label: found.platform, value: found.app('linux x64', '2.4.1') },
        { label: found.connected, value: found.since('18:57', claiming.minutes('45')) },
      ],
      actions: [action('primary', found.yes, 'yes'), action('quiet', claiming.anotherSign, 'another-sign')],
    },
    form: {
      is: 'form',
      header: header(form.title, CODE),
      band: null,
      event: { name: EVENT, organization: 'Nordlicht Events', change: tap(claiming.change, 'open-events') },
      focus: 'name',
      fields: [
        {
          field: 'name',
          label: form.name,
          aside: null,
          value: SIGN,
          inputMode: 'text',
          error: null,
          suggestions: ['Bar 4 Mitte', 'Bar 4 rechts', 'Bar 5 links'].map((label) => tap(label, 'typed')),
        },
        {
          field: 'location',
          label: form.location,
          aside: null,
          value: PLACE,
          inputMode: 'text',
          error: null,
          suggestions: ['Bars', 'Foyer Nord', 'Halle 5'].map((label) => tap(label, 'typed')),
        },
        {
          field: 'url',
          label: form.url,
          aside: form.optional,
          value: PAGE,
          inputMode: 'url',
          error: null,
          suggestions: ['…/bar', '…/kasse', '…/halle-5', form.noPage].map((label) => tap(label, 'typed')),
        },
      ],
      todo: null,
      small: null,
      actions: [action('primary', form.claim, 'submit')],
    },
    load: {
      is: 'progress',
      header: header(SIGN, CODE, false),
      band: null,
      title: progress.loading,
      lead: PAGE,
      isLeadCode: false,
      steps: [
        { label: progress.asked, is: 'done', time: '0.1 s', state: claiming.stepStates.done, small: null, share: null },
        { label: progress.load, is: 'now', time: '3.2 s', small: progress.most('15'), share: 0.21 },
        { label: progress.page, is: 'to-come', time: '', small: null, share: null },
        { label: progress.claimed, is: 'to-come', time: '', small: null, share: null },
      ],
      actions: [action('quiet', progress.leave, 'leave')],
    },
    done: {
      is: 'done',
      header: header('', null, false),
      band: null,
      isProved: true,
      title: done.showing(SIGN),
      lead: null,
      picture: { src: new URL('sign-picture.svg', import.meta.url).href, alt: done.picture(SIGN), age: done.age('2') },
      facts: [
        { label: done.proved, value: '4.1 s, HTTP 200' },
        { label: done.location, value: PLACE },
      ],
      tally: { text: done.tally(done.nth(6), '19:20'), count: 6 },
      actions: [action('primary', done.next, 'next-sign'), action('quiet', done.finish, 'finish')],
    },
    prep: {
      is: 'list',
      header: header(prepared.title, prepared.left(5)),
      band: null,
      isPrepared: true,
      title: null,
      rows: [
        waiting('Stand 415', 'Halle 4', 'walls…/halle-4'),
        waiting('Stand 416', 'Halle 4', 'walls…/halle-4'),
        waiting('Stand 515', 'Halle 5', 'walls…/halle-5'),
        waiting('Stand 516', 'Halle 5', 'walls…/halle-5'),
        waiting('Presse', 'Einlass', prepared.noPage),
      ],
      foot: prepared.foot,
      actions: [action('usual', prepared.newSign, 'new-sign')],
    },
    link: {
      is: 'link',
      header: header('Stand 415', found.held('9:40')),
      band: null,
      blinking: blinking('VE0 5BR'),
      title: link.title('Stand 415'),
      facts: [
        { label: link.kept, value: link.keptWhat },
        { label: link.page, value: 'walls.lichterfest.example/halle-4' },
        { label: found.screen, value: `1080 × 1920, ${found.portrait}` },
      ],
      actions: [action('primary', link.button, 'yes'), action('quiet', claiming.anotherSign, 'another-sign')],
    },
    repl: {
      is: 'replace',
      header: header('Kasse 11', replace.aside),
      band: null,
      title: replace.title,
      facts: [
        { label: replace.goes, value: 'XWJ QV0', isCode: true, small: replace.goesSmall },
        {
          label: replace.comes,
          value: '5TA 125',
          isCode: true,
          small: replace.since('linux x64', '1920 × 1080', '19:36'),
        },
        { label: replace.stays, value: replace.staysWhat },
      ],
      foot: replace.foot,
      actions: [action('primary', replace.button, 'yes'), action('quiet', replace.cancel, 'another-sign')],
    },
    lost: {
      is: 'lost',
      header: header(SIGN, CODE, false),
      band: lost.band('19:42:20'),
      title: lost.title,
      lead: lost.lead,
      isLeadCode: false,
      steps: [
        { label: progress.asked, is: 'done', time: '0.1 s', state: claiming.stepStates.done, small: null, share: null },
        { label: lost.unknown, is: 'now', time: '12 s', small: null, share: null },
      ],
      actions: [action('primary', lost.now, 'try-again'), action('quiet', progress.leave, 'leave')],
    },
    deny: {
      is: 'no-camera',
      header: header(EVENT),
      band: null,
      title: noCamera.refused,
      lead: noCamera.refusedLead,
      photo: null,
      actions: [typeTheCode('primary'), action('quiet', noCamera.again, 'open-camera')],
    },
    wrong: scanning({
      title: scan.wrong,
      lead: scan.wrongLead,
      photo: null,
      actions: [action('primary', scan.goOn, 'scan-on'), action('quiet', scan.type, 'open-keypad')],
    }),
    ver: scanning({
      title: scan.newer,
      lead: scan.newerLead('2'),
      photo: null,
      actions: [action('primary', scan.reload, 'reload-app'), action('quiet', scan.type, 'open-keypad')],
    }),
  };
}
