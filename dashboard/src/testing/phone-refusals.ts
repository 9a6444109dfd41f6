import type { Frame, Header, RefusalFrame } from '../claiming/screen-model-types.ts';
import { REFUSALS, type RefusalName } from '../claiming/refusals.ts';
import type { ClaimingWords } from '../words/claiming-words-loader.ts';
import { action, CODE, headerOf, PLACE, SIGN } from './design-phone-models.ts';

const STEPS = ['code', 'asked', 'loaded', 'claimed'] as const;

interface Texts {
  title: string;
  lead: string;
  todo: string;
}

/** Every refusal, with the step and the next steps of the product's own table (`claiming/refusals.ts`), in the words of a catalogue. */
export function refusalsOf(words: ClaimingWords): Record<string, Frame> {
  const { claiming } = words;
  const said = claiming.refusals;
  const labels = { ...claiming.press, ...claiming.form, back: claiming.back };
  const finding = headerOf(words, claiming.finding.title, CODE);

  function refused(name: RefusalName, texts: Texts, header: Header, code: string = name): RefusalFrame {
    const { broke, saysNothingClaimed, next } = REFUSALS[name];
    return {
      is: 'refusal',
      header,
      band: null,
      steps: STEPS.map((step, place) => {
        const from = place - STEPS.indexOf(broke);
        const is = from < 0 ? 'done' : from === 0 ? 'broken' : 'to-come';
        return { step, label: claiming.steps[step], is, state: claiming.stepStates[is] };
      }),
      title: texts.title,
      lead: saysNothingClaimed ? `${texts.lead} ${claiming.nothingClaimed}` : texts.lead,
      todo: texts.todo,
      slots: null,
      small: [code, claiming.attempt('0d9e…41c7')],
      actions: next.map(([word, press], place) => action(place === 0 ? 'primary' : 'quiet', labels[word], press)),
    };
  }
  const atSign = (name: RefusalName, texts: Texts, code?: string) =>
    refused(name, texts, headerOf(words, SIGN, CODE), code);
  const atFinding = (name: RefusalName, texts: Texts) => refused(name, texts, finding);
  const wait = claiming.press.wait(claiming.minutesAndSeconds('10', '39'));

  return {
    device_no_ack: atSign('device_no_ack', said.device_no_ack),
    'device_load_failed-url_unreachable': atSign(
      'url_unreachable',
      { ...said.url_unreachable, lead: said.url_unreachable.noAddress('menue.lichterfest.example') },
      'device_load_failed, url_unreachable',
    ),
    'device_load_failed-url_load_failed': atSign(
      'url_load_failed',
      { ...said.url_load_failed, lead: said.url_load_failed.http('menu.lichterfest.example', '503') },
      'device_load_failed, url_load_failed',
    ),
    'device_load_failed-sign_timeout': atSign('sign_timeout', said.sign_timeout, 'device_load_failed, sign_timeout'),
    sign_not_connected: atSign('sign_not_connected', said.sign_not_connected),
    request_in_progress: atSign('request_in_progress', {
      ...said.request_in_progress,
      todo: said.request_in_progress.todo('14'),
    }),
    sign_already_claimed: atFinding('sign_already_claimed', said.sign_already_claimed),
    short_code_mismatch: atFinding('short_code_mismatch', said.short_code_mismatch),
    short_code_unknown: {
      ...refused(
        'short_code_unknown',
        { ...said.short_code_unknown, title: said.short_code_unknown.title(CODE) },
        headerOf(words, claiming.finding.title),
      ),
      slots: [...CODE.replace(' ', '')],
    },
    short_code_ambiguous: atFinding('short_code_ambiguous', said.short_code_ambiguous),
    pending_expired: atSign('pending_expired', said.pending_expired),
    sign_not_unlinked: refused(
      'sign_not_unlinked',
      { ...said.sign_not_unlinked, title: said.sign_not_unlinked.title('Stand 415') },
      headerOf(words, 'Stand 415', CODE),
    ),
    sign_not_linked: refused(
      'sign_not_linked',
      { ...said.sign_not_linked, title: said.sign_not_linked.title('Kasse 11') },
      headerOf(words, 'Kasse 11', CODE),
    ),
    invalid_url: invalidUrl(words),
    rate_limited: {
      ...atFinding('rate_limited', { ...said.rate_limited, lead: said.rate_limited.lead('19:53:10') }),
      actions: [
        { ...action('usual', wait, 'try-again'), isDisabled: true },
        action('quiet', claiming.press.scan, 'open-camera'),
      ],
    },
    unavailable: atSign('unavailable', { ...said.unavailable, todo: said.unavailable.todo('4') }),
    unauthenticated: atSign('unauthenticated', said.unauthenticated),
    forbidden: atSign('forbidden', {
      title: said.forbidden.title,
      lead: said.forbidden.lead(said.forbidden.roles.viewer, 'Nordlicht Events'),
      todo: said.forbidden.todo('Maren Oyelaran, Tim Brandt'),
    }),
    not_found: atSign('not_found', said.not_found),
    request_id_reused: atSign('request_id_reused', said.request_id_reused),
    internal: atSign('internal', said.internal),
  };
}

/** An address that can't be used is said at its field. */
function invalidUrl(words: ClaimingWords): Frame {
  const { form } = words.claiming;
  const field = { aside: null, error: null, suggestions: [], inputMode: 'text' as const };
  return {
    is: 'form',
    header: headerOf(words, SIGN, CODE),
    band: null,
    event: null,
    focus: null,
    fields: [
      { ...field, field: 'name', label: form.name, value: SIGN },
      { ...field, field: 'location', label: form.location, value: PLACE },
      {
        ...field,
        field: 'url',
        label: form.url,
        aside: form.optional,
        value: 'http://admin@10.0.4.2/menu',
        inputMode: 'url',
        error: form.urlHasUser,
      },
    ],
    todo: form.urlRule,
    small: ['invalid_url'],
    actions: [action('primary', form.claim, 'submit'), action('quiet', form.withoutPage, 'without-page')],
  };
}
