import type { FormField, Frame } from '../claiming/screen-model-types.ts';
import type { ClaimingWords } from '../words/claiming-words-loader.ts';
import { action, CODE, EVENT, headerOf, tap, wayOf } from './design-phone-models.ts';
import { refusalsOf } from './phone-refusals.ts';

const ARABIC = 'لوحة المدخل الشمالي، الطابق الثاني';
const LONG = 'Haupteingang Messehalle Nordwest, Garderobenvorplatz, Säule 14 links neben dem Aufzug';
const UNBROKEN = 'Donaudampfschifffahrtsgesellschaftskapitänskajütenfenster';

/** What no drawing has: states between the drawn ones, and names of other lengths and directions. */
export function othersOf(words: ClaimingWords): Record<string, Frame> {
  const { claiming } = words;
  const { done, noCamera, events, prepared, form } = claiming;
  const drawn = wayOf(words);
  const { restarted, brokenOff, owned } = words.recovery;
  const refused = refusalsOf(words)['sign_not_connected'] as Extract<Frame, { is: 'refusal' }>;
  const nothing = claiming.nothingClaimed;
  const named = (name: string): Record<string, Frame> => ({
    form: {
      ...(drawn['form'] as Extract<Frame, { is: 'form' }>),
      event: { name, organization: name, change: tap(claiming.change, 'open-events') },
      fields: (['name', 'location', 'url'] as const).map((field): FormField => ({
        field,
        label: form[field],
        aside: field === 'url' ? form.optional : null,
        value: name,
        inputMode: 'text',
        error: null,
        suggestions: [tap(name, 'typed'), tap(name, 'typed')],
      })),
    },
    link: {
      ...(drawn['link'] as Extract<Frame, { is: 'link' | 'found' }>),
      header: headerOf(words, name, claiming.found.held('9:40')),
      title: claiming.link.title(name),
      facts: [{ label: claiming.link.page, value: `https://menu.example/${name}` }],
    },
    prep: {
      ...(drawn['prep'] as Extract<Frame, { is: 'list' }>),
      rows: [name, `${name} 2`].map((one) => ({
        key: one,
        name: one,
        small: name,
        aside: '…/halle-4',
        press: { type: 'pick-sign', signId: one },
      })),
    },
    owned: {
      ...refused,
      title: owned.titleHere(name),
      lead: owned.leadBy(name, name, name, '19:20'),
      todo: owned.todo,
      actions: [
        action('primary', claiming.press.walls, 'find-on-walls'),
        action('quiet', claiming.press.replace, 'replace-owner'),
        action('quiet', claiming.press.another, 'another-sign'),
      ],
    },
    done: {
      ...(drawn['done'] as Extract<Frame, { is: 'done' }>),
      title: done.showing(name),
      facts: [{ label: done.location, value: name }],
    },
  });
  const nav = {
    label: words.shell.eventTabs,
    links: [words.shell.tabs.wall, words.shell.tabs.claimAttempts, words.shell.account].map((label) => ({
      label,
      href: '#start',
    })),
  };
  return {
    'start-nav': { ...(drawn['start'] as Frame), nav },
    'done-nav': {
      ...(drawn['done'] as Extract<Frame, { is: 'done' }>),
      nav,
      picture: null,
      lead: done.noPage,
      links: [done.setPage, done.open].map((label) => ({ label, href: '#start' })),
    },
    'found-prepared': {
      ...(drawn['found'] as Extract<Frame, { is: 'found' | 'link' }>),
      actions: [
        action('primary', claiming.found.yes, 'yes'),
        action('usual', claiming.found.prepared, 'open-prepared'),
        action('quiet', claiming.anotherSign, 'another-sign'),
      ],
    },
    restarted: { ...refused, ...restarted, lead: `${restarted.lead} ${nothing}`, todo: restarted.todo('5') },
    'broken-off': { ...refused, ...brokenOff, lead: `${brokenOff.lead} ${nothing}`, todo: brokenOff.todo('5') },
    'sign-gone': {
      ...refused,
      ...claiming.refusals.sign_gone,
      lead: `${claiming.refusals.sign_gone.lead} ${nothing}`,
      actions: [action('primary', claiming.press.newSign, 'without-record')],
    },
    'wrong-photo': {
      ...(drawn['wrong'] as Extract<Frame, { is: 'scan' }>),
      sheet: {
        title: claiming.scan.wrong,
        lead: claiming.scan.wrongLead,
        photo: noCamera.anotherPhoto,
        actions: [action('quiet', claiming.scan.type, 'open-keypad')],
      },
    },
    waiting: {
      is: 'waiting',
      header: headerOf(words, words.common.product, null, false),
      band: null,
      text: claiming.waiting,
      actions: [],
    },
    events: {
      is: 'list',
      header: headerOf(words, events.title),
      band: claiming.offline,
      isPrepared: false,
      title: events.headline,
      rows: [EVENT, 'Opera ball', ARABIC].map((name) => ({
        key: name,
        name,
        small: 'Nordlicht Events',
        aside: '',
        press: { type: 'pick-event', eventId: name },
      })),
      foot: events.foot,
      actions: [],
    },
    'prep-none': {
      ...(drawn['prep'] as Extract<Frame, { is: 'list' }>),
      rows: [],
      foot: prepared.none,
    },
    'deny-photo': {
      ...(drawn['deny'] as Extract<Frame, { is: 'no-camera' }>),
      title: noCamera.insecure,
      lead: noCamera.insecureLead,
      photo: noCamera.photo,
    },
    'form-wrong': {
      ...(drawn['form'] as Extract<Frame, { is: 'form' }>),
      header: headerOf(words, form.title, CODE),
      fields: (drawn['form'] as Extract<Frame, { is: 'form' }>).fields.map((field) =>
        field.field === 'url' ? field : { ...field, value: '', error: form[`${field.field}Missing`], suggestions: [] },
      ),
      todo: form.fieldTodo,
      small: ['validation_failed'],
    },
    'done-legacy': {
      ...(drawn['done'] as Extract<Frame, { is: 'done' }>),
      isProved: false,
      title: done.legacy,
      lead: done.legacyLead,
      picture: null,
    },
    'done-waiting': {
      ...(drawn['done'] as Extract<Frame, { is: 'done' }>),
      picture: { src: null, alt: '', age: done.pictureComes },
      tally: { text: done.tally(done.nth(42), '19:20'), count: 42 },
    },
    'scan-no-light': {
      ...(drawn['scan'] as Extract<Frame, { is: 'scan' }>),
      torch: null,
      actions: [action('usual', claiming.scan.type, 'open-keypad', 'key')],
    },
    ...Object.fromEntries(
      Object.entries({ rtl: ARABIC, long: LONG, unbroken: UNBROKEN }).flatMap(([kind, name]) =>
        Object.entries(named(name)).map(([frame, it]) => [`${frame}-${kind}`, it]),
      ),
    ),
  };
}
