import type { BackendMessage } from '@sign-display/contracts/kiosk-events';
import { shownNow } from './content/update-page-to-show.ts';
import type { SignRow } from './sign-view.ts';

/** What a kiosk is told of its record: a third of the columns, since a whole fleet may ask at once. */
export const SENT_COLUMNS = [
  'id',
  'organizationId',
  'eventId',
  'name',
  'location',
  'deviceSignId',
  'url',
  'contentId',
  'shownUrl',
  'shownContentId',
  'shownSource',
  'shownUntil',
  'settings',
  'configVersion',
  'claimRequestId',
  'claimConfirmedAt',
] as const satisfies (keyof SignRow)[];
type ToldSign = Pick<SignRow, (typeof SENT_COLUMNS)[number]>;

/** A device's record with the names that its kiosk shows. */
export interface ClaimedSign {
  sign: ToldSign;
  organization: { id: string; name: string };
  event: { id: string; name: string; timeZone: string };
}

export type KioskLimits = BackendMessage<'sign:config'>['limits'];

const assignedOf = ({ contentId, url }: ToldSign) => (contentId === null || url === null ? null : { contentId, url });

/** What is right now, and where that is for a time only, until when, and what was assigned: a kiosk without a connection goes back to it. */
function contentOf(sign: ToldSign) {
  const { content, source, untilMs } = shownNow(sign);
  if (source === 'assigned') return { content };
  return { content, until: untilMs === null ? null : new Date(untilMs).toISOString(), assigned: assignedOf(sign) };
}

/** What both messages tell of a record that has the device. */
const recordOf = ({ sign, organization, event }: ClaimedSign) => ({
  organization,
  event,
  sign: { id: sign.id, name: sign.name, location: sign.location },
  ...contentOf(sign),
  settings: sign.settings,
});
const NO_RECORD = { organization: null, event: null, sign: null, content: null, settings: {} };

/** `sign:config`: the whole truth for one device, to which its kiosk conforms (promise C7). Null: nobody's sign. */
export function signConfig(
  claimed: ClaimedSign | null,
  limits: KioskLimits,
  claimUrl: string | null,
): BackendMessage<'sign:config'> {
  if (claimed === null) return { configVersion: 0, claimed: false, ...NO_RECORD, limits, claimUrl };
  return { configVersion: claimed.sign.configVersion, claimed: true, ...recordOf(claimed), limits, claimUrl };
}

/** `sign:claimed`: sent at the commit and repeated at every register until the kiosk has confirmed it. */
export function signClaimed(claimed: ClaimedSign, requestId: string): BackendMessage<'sign:claimed'> {
  const { id: signRecordId, configVersion } = claimed.sign;
  return { requestId, signRecordId, ...recordOf(claimed), configVersion };
}
