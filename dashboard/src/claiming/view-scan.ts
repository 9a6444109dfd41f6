import type { ClaimingWords } from '../words/claiming-words-loader.ts';
import type { CameraTrouble } from '../camera/camera-state.ts';
import type { NoCameraFrame, ScanFrame, TypeFrame, WaitingFrame } from './screen-model-types.ts';
import { spacedOf } from './display-formats.ts';
import type { ClaimState, Place } from './claim-state.ts';
import { action, bandOf, headerOf } from './view-parts.ts';

/** Looking for the sign, by the camera or by the keypad. Pure. */

/** The characters that a code can have (contract, section 1). */
const KEYS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_LENGTH = 6;

export function viewFinding(
  state: ClaimState,
  place: Extract<Place, { is: 'finding' }>,
  words: ClaimingWords,
): WaitingFrame {
  const { finding } = words.claiming;
  const isLost = place.loss !== null;
  return {
    is: 'waiting',
    header: headerOf(words, finding.title, { text: spacedOf(state.asked), isCode: true }),
    band: bandOf(state, words) ?? (isLost ? finding.lost : null),
    text: finding.text(spacedOf(state.asked)),
    actions: isLost ? [action('primary', finding.now, 'try-again')] : [],
  };
}

const titleOf = ({ purpose, choice }: ClaimState): string =>
  purpose.is === 'new' ? (choice?.event ?? '') : purpose.sign.name;

export function viewScan(
  state: ClaimState,
  place: Extract<Place, { is: 'scan' }>,
  words: ClaimingWords,
): ScanFrame | NoCameraFrame {
  const { scan } = words.claiming;
  const { camera } = state;
  if (camera?.kind === 'unusable' && place.sheet === null) return viewNoCamera(state, camera.why, words);
  const torch = camera?.kind === 'live' ? camera.torch : null;
  return {
    is: 'scan',
    header: headerOf(words, titleOf(state)),
    band: bandOf(state, words),
    hint: scan.hint,
    torch: torch === null ? null : { label: scan.light, icon: 'torch', press: { type: 'light' }, isOn: torch },
    sheet: sheetOf(place, camera?.kind === 'unusable', words),
    actions: [{ ...action('usual', scan.type, 'open-keypad'), icon: 'key' }],
  };
}

function sheetOf(
  { sheet }: Extract<Place, { is: 'scan' }>,
  lacksCamera: boolean,
  words: ClaimingWords,
): ScanFrame['sheet'] {
  const { scan, noCamera } = words.claiming;
  if (sheet === null) return null;
  const type = action('quiet', scan.type, 'open-keypad');
  const photo = lacksCamera ? noCamera.anotherPhoto : null;
  const actions = lacksCamera ? [type] : [action('primary', scan.goOn, 'scan-on'), type];
  if (sheet.kind === 'newer_version') {
    const lead = sheet.version === null ? scan.newerLeadUnknown : scan.newerLead(`${sheet.version}`);
    return { title: scan.newer, lead, photo: null, actions: [action('primary', scan.reload, 'reload-app'), type] };
  }
  if (sheet.kind === 'damaged') return { title: scan.damaged, lead: scan.damagedLead, photo, actions };
  if (sheet.kind === 'no_qr') return { title: scan.noQr, lead: scan.noQrLead, photo, actions };
  if (sheet.kind === 'several_signs') return { title: scan.several, lead: scan.severalLead, photo, actions };
  if (sheet.kind === 'unreadable') return { title: scan.unreadable, lead: scan.unreadableLead, photo, actions };
  return { title: scan.wrong, lead: scan.wrongLead, photo, actions };
}

function viewNoCamera(state: ClaimState, why: CameraTrouble, words: ClaimingWords): NoCameraFrame {
  const { noCamera, scan } = words.claiming;
  return {
    is: 'no-camera',
    header: headerOf(words, titleOf(state)),
    band: bandOf(state, words),
    title: noCamera[why],
    lead: noCamera[`${why}Lead`],
    photo: noCamera.photo,
    actions: [
      { ...action('primary', scan.type, 'open-keypad'), icon: 'key' },
      ...(why !== 'absent' && why !== 'insecure' ? [action('quiet', noCamera.again, 'open-camera')] : []),
      ...(why === 'no_reader' ? [action('quiet', scan.reload, 'reload-app')] : []),
    ],
  };
}

export function viewType(
  state: ClaimState,
  { typed, isWrongLink }: Extract<Place, { is: 'type' }>,
  words: ClaimingWords,
): TypeFrame {
  const { type } = words.claiming;
  return {
    is: 'type',
    header: headerOf(words, type.title),
    band: bandOf(state, words),
    hint: isWrongLink ? type.wrongLink : type.hint,
    slots: Array.from({ length: CODE_LENGTH }, (_, at) => typed[at] ?? ''),
    cursor: typed.length,
    slotsLabel: typed === '' ? type.slotsEmpty : type.slots([...typed].join(' ')),
    keys: [...KEYS].map((key) => ({ label: key, press: { type: 'key', key } })),
    remove: { label: type.remove, press: { type: 'delete-key' }, isDisabled: typed === '' },
    actions: [{ ...action('primary', type.find, 'find'), isDisabled: typed.length < CODE_LENGTH }],
  };
}
