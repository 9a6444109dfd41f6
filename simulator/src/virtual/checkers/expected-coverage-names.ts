/**
 * What the checkers of claims, kiosks, commands and the audit log must have counted in a run of a thousand seeds: where one of these is zero,
 * something that is promised was never tried.
 */

/** As `transitionOf` names what a commit made of a claim. */
const CLAIM_TRANSITIONS = [
  'none → pending',
  'none → awaiting_ack',
  'pending → awaiting_ack',
  'awaiting_ack → committed acknowledged',
  'awaiting_ack → failed device_load_failed',
  'awaiting_ack → failed device_no_ack',
  'failed → awaiting_ack',
  'pending → cancelled',
  'none → committed legacy',
  'pending → committed legacy',
  'none → failed request_in_progress',
  'none → failed sign_already_claimed',
  'none → failed sign_not_connected',
  'none → failed sign_not_unlinked',
].map((name) => `claim ${name}`);

const ACKS_REFUSED = ['unknown', 'over', 'not_this_attempt', 'late'].map((name) => `ack refused ${name}`);

/** What people were told, by what they asked for. */
const CLAIM_REPLIES = [
  '201',
  '200',
  'device_load_failed',
  'device_no_ack',
  'sign_not_connected',
  'request_in_progress',
  'sign_already_claimed',
  'request_id_reused',
  'short_code_unknown',
  'invalid_url',
  'not_found',
  'unavailable',
].map((name) => `claim told ${name}`);
const LINK_REPLIES = [
  ...['201', '200', 'sign_not_unlinked', 'sign_already_claimed'].map((name) => `link told ${name}`),
  ...['201', '200', 'sign_already_claimed'].map((name) => `replace told ${name}`),
  'start told 201',
];

const COMMAND_TRANSITIONS = [
  'none → queued',
  'none → sent',
  'queued → sent',
  'queued → expired',
  'sent → acked',
  'sent → failed',
  'sent → refused',
  'sent → expired',
  'queued → failed sign_not_linked',
  'sent → failed sign_not_linked',
  'expired, answered late',
].map((name) => `command ${name}`);
const COMMAND_REPLIES = ['202', 'forbidden', 'sign_not_connected', 'sign_not_linked'].map(
  (name) => `command told ${name}`,
);

const RECORDS = ['linked', 'replaced', 'unregistered'].map((name) => `record ${name}`);

const KIOSKS = [
  'C5 page loaded for a claim',
  'C5 answer replayed',
  'C7 agreed at the end',
  'C7 told a page for good',
  'C7 told a page for a time',
  'K1 booted on new hardware',
  'K1 booted on same hardware',
  'K1 booted on same hardware, cable out',
  'K1 booted on foreign hardware',
  'K1 wiped on foreign hardware',
  'K1 wiped by a reset',
  'K1 wiped by hand (K13)',
  'K13 record released',
  'K2 booted as claimed, without the backend',
  'K2 last page without the backend',
  'K2 last page after a boot',
  'K4 page swapped',
  'K4 splash before a first page',
  'K6 restarted by command',
  'K6 reboot done',
  'K6 reboot reboot_loop',
  'K6 reboot_device done',
  'K6 refresh done',
  'K6 screenshot done',
  'K6 fetch_logs done',
  'K6 set_background_mode done',
  'K6 update done',
  'K6 display_content done',
  'K6 identify done',
  'K12 code over the QR screen',
  'K12 code over a page',
  'K12 code gone by itself',
  'K12 code taken away',
  'K6 settings_update done',
  'K7 fetch acknowledged',
  'K7 batch arrived twice',
  'K9 blank screen told',
  'K9 blank screen over',
];

const AUDITED = [
  'sign.create',
  'sign.claim',
  'sign.link',
  'sign.replace',
  'sign.update',
  'sign.unregister',
  'sign.delete',
  'sign.command',
  'sign.bulk',
  'sign.bulk_undo',
]
  .map((action) => `audit ${action} ok`)
  .concat('audit sign.command denied');

const MACHINES = [
  'M3 record says when its picture was taken',
  'N8 quarantined',
  'N8 machines noted',
  'N8 came back beside its own connection',
  'N8 came in the place of a dead one',
  'C8 learnt that it is claimed',
  'C8 learnt that it is nobody’s',
  'presence verdict due at once',
  'restart ordered',
  'restart back in time',
  'restart not back in time',
];

const UNDONE = ['undo put back', 'undo left out a sign that was changed since'];

const MESSAGES = [
  'notification outage acknowledged',
  'notification acknowledgement taken back',
  'notification says how things stand',
  'notification sent late says how things stand',
  'audit outage.acknowledge ok',
  'audit outage.take_back ok',
];

const FIGURES = [
  'D1 figures of an event',
  'D1 minute of a sign',
  'D1 minute of a sign, by several nodes',
  'D1 absence told',
];

export const EXPECTED_OF_SIGNS: readonly string[] = [
  ...CLAIM_TRANSITIONS,
  ...ACKS_REFUSED,
  ...CLAIM_REPLIES,
  ...LINK_REPLIES,
  ...COMMAND_TRANSITIONS,
  ...COMMAND_REPLIES,
  ...RECORDS,
  ...KIOSKS,
  ...AUDITED,
  ...MACHINES,
  ...UNDONE,
  ...MESSAGES,
  ...FIGURES,
];
