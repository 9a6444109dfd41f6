import { readFieldMessage } from '@sign-display/contracts/field-messages';
import { fieldErrorText } from '../features/error-text.ts';
import type { ClaimingWords } from '../words/claiming-words-loader.ts';
import type { Action, Fact, FormField, FormFrame, FoundFrame, Frame, Header, Tap } from './screen-model-types.ts';
import { suggestionsOf, nextNames } from './name-suggestions.ts';
import type { FieldName } from './user-action-types.ts';
import { isPrepared } from './event-and-sign-types.ts';
import { about, clockTime, countdown, endOfPage, pageOf, screenAndTurn, screenOf } from './display-formats.ts';
import { spaced } from '../ui/code-and-url-format.ts';
import type { ClaimState, Found, Place, Purpose, TargetSign } from './claim-state.ts';
import { action, bandOfHeld, headerOf, type Now } from './view-parts.ts';

/** The sign that was found, and what it is to be. Pure. */

const CHIPS = 3;

export function viewFound(state: ClaimState, words: ClaimingWords, now: Now): Frame {
  const { purpose } = state;
  const found = state.found!;
  if (purpose.is === 'replace') return viewReplace(state, found, purpose, words, now);
  const frame = {
    band: bandOfHeld(state, words),
    blinking: {
      code: spaced(found.shortCode),
      startsAtMs: found.blinks?.sinceMs ?? 0,
      isOn: found.blinks !== null && now.nowMs < found.blinks.untilMs,
    },
  };
  const left = words.claiming.found.held(countdown(found.heldUntilMs - now.nowMs));
  const held: Header['aside'] = found.pendingId === null ? null : { text: left, isCode: false };
  if (purpose.is === 'link')
    return { ...frame, ...linkOf(found, purpose.sign, words), header: headerOf(words, purpose.sign.name, held) };
  return {
    ...frame,
    ...foundOf(state, found, words, now, frame.blinking.isOn),
    header: headerOf(words, words.claiming.found.title, held),
  };
}

type Rest = Omit<FoundFrame, 'band' | 'blinking' | 'header'>;

function foundOf(state: ClaimState, found: Found, words: ClaimingWords, { wallMs }: Now, isBlinking: boolean): Rest {
  const { found: said, anotherSign } = words.claiming;
  const { device } = found;
  const sinceMs = Date.parse(device.connectedSince);
  const since = said.since(clockTime(sinceMs, state.choice, words), about(wallMs - sinceMs, words));
  const ofPrepared = state.signs.some(isPrepared) ? [action('usual', said.prepared, 'open-prepared')] : [];
  return {
    is: 'found',
    title: isBlinking ? said.blinks : said.blinked,
    facts: [
      { label: said.screen, value: screenAndTurn(found, words) },
      { label: said.platform, value: said.app(device.platform, device.appVersion) },
      { label: said.connected, value: since },
    ],
    actions: [action('primary', said.yes, 'yes'), ...ofPrepared, action('quiet', anotherSign, 'another-sign')],
  };
}

function linkOf(found: Found, sign: TargetSign, words: ClaimingWords): Rest {
  const { link, found: said, anotherSign, prepared } = words.claiming;
  return {
    is: 'link',
    title: link.title(sign.name),
    facts: [
      { label: link.kept, value: link.keptWhat },
      { label: link.page, value: sign.url === null ? prepared.noPage : pageOf(sign.url) },
      { label: said.screen, value: screenAndTurn(found, words) },
    ],
    actions: [action('primary', link.button, 'yes'), action('quiet', anotherSign, 'another-sign')],
  };
}

function viewReplace(
  state: ClaimState,
  found: Found,
  { sign, note = '' }: Extract<Purpose, { is: 'replace' }>,
  words: ClaimingWords,
  _: Now,
): Frame {
  const { replace } = words.claiming;
  const { device, shortCode } = found;
  const since = clockTime(Date.parse(device.connectedSince), state.choice, words);
  const goes: Fact =
    sign.shortCode === null
      ? { label: replace.goes, value: replace.none }
      : { label: replace.goes, value: spaced(sign.shortCode), isCode: true, small: replace.goesSmall };
  const small = replace.since(device.platform, screenOf(found), since);
  return {
    is: 'replace',
    header: headerOf(words, sign.name, { text: replace.aside, isCode: false }),
    band: bandOfHeld(state, words),
    title: replace.title,
    facts: [
      goes,
      { label: replace.comes, value: spaced(shortCode), isCode: true, small },
      { label: replace.stays, value: replace.staysWhat },
    ],
    note: { label: replace.note, aside: words.claiming.form.optional, value: note },
    foot: replace.foot,
    actions: [action('primary', replace.button, 'yes'), action('quiet', replace.cancel, 'another-sign')],
  };
}

const chip = (field: FieldName, text: string, label = text): Tap => ({ label, press: { type: 'typed', field, text } });

/** What is offered below each field. */
function chipsOf(
  { form, signs, lastName, recentLocations, recentUrls }: ClaimState,
  field: FieldName,
  words: ClaimingWords,
): Tap[] {
  if (field === 'name') {
    const names = signs.map(({ name }) => name);
    const offered = nextNames(lastName || (names.at(-1) ?? ''), names, CHIPS + 1);
    return suggestionsOf(offered, form.name, CHIPS).map((name) => chip(field, name));
  }
  const newest = signs.toReversed();
  if (field === 'location') {
    const known = [...recentLocations, ...newest.map(({ location }) => location)];
    return suggestionsOf(known, form.location, CHIPS).map((text) => chip(field, text));
  }
  const known = suggestionsOf([...recentUrls, ...newest.map(({ url }) => url)], form.url, CHIPS);
  const none = form.url === '' ? [] : [chip(field, '', words.claiming.form.noPage)];
  return [...known.map((url) => chip(field, url, endOfPage(url))), ...none];
}

function errorOf(
  state: ClaimState,
  { errors, said }: Extract<Place, { is: 'form' }>,
  field: FieldName,
  words: ClaimingWords,
): string | null {
  const { form } = words.claiming;
  const error = errors[field];
  if (error === undefined) return null;
  if (field === 'url' && said?.code === 'invalid_url') {
    const url = state.form.url.trim();
    if (/^[a-z]+:\/\/[^/]*@/i.test(url)) return form.urlHasUser;
    if (!/^https?:\/\//i.test(url) && /^[a-z][a-z\d+.-]*:(?!\d)/i.test(url)) return form.urlNoScheme;
    // The service's reason, if these pages have words for it: the host that an admin can allow.
    const reason = said.detail ?? '';
    return readFieldMessage(reason) === null ? form.urlWrong : fieldErrorText(words, reason, form.url);
  }
  if (error !== '') return fieldErrorText(words, error, form[field]);
  return field === 'name' ? form.nameMissing : form.locationMissing;
}

/** More hosts than these are no help to who looks for a typo. */
const HOSTS_MOST = 5;

/** What an address needs, with the organization's hosts where it names any. */
function ruleOf({ hosts }: ClaimState, { claiming, common }: ClaimingWords): string {
  if (hosts.length === 0 || hosts.includes('*')) return claiming.form.urlRule;
  const few = new Intl.ListFormat(common.language, { type: 'unit' }).format(hosts.slice(0, HOSTS_MOST));
  return claiming.form.urlHosts(hosts.length > HOSTS_MOST ? `${few} …` : few);
}

export function viewForm(state: ClaimState, place: Extract<Place, { is: 'form' }>, words: ClaimingWords): FormFrame {
  const { form, change } = words.claiming;
  const { choice, found } = state;
  const isRefused = place.said !== null;
  const isAddress = place.said?.code === 'invalid_url';
  const field = (name: FieldName): FormField => ({
    field: name,
    label: form[name],
    aside: name === 'url' ? form.optional : null,
    value: state.form[name],
    inputMode: name === 'url' ? 'url' : 'text',
    error: errorOf(state, place, name, words),
    // Where something went wrong, what to do stands where the suggestions would.
    suggestions: isRefused ? [] : chipsOf(state, name, words),
  });
  const event = choice && {
    name: choice.event,
    organization: choice.organization,
    change: { label: change, press: { type: 'open-events' as const } },
  };
  const actions: Action[] = isAddress
    ? [action('primary', form.changeAddress, 'change-address'), action('quiet', form.withoutPage, 'without-page')]
    : [action('primary', form.claim, 'submit')];
  return {
    is: 'form',
    header: headerOf(
      words,
      isRefused ? state.form.name : form.title,
      found && { text: spaced(found.shortCode), isCode: true },
    ),
    band: bandOfHeld(state, words),
    event: isRefused ? null : event,
    fields: [field('name'), field('location'), field('url')],
    focus: place.focus,
    todo: isAddress ? ruleOf(state, words) : isRefused ? form.fieldTodo : null,
    small: place.said && [place.said.code],
    actions,
  };
}
