import { hostOf, placeOf } from '@sign-display/contracts/group-outages-by-cause';
import type { Outage } from '@sign-display/contracts/rest/outages';
import type { SignRow } from '@sign-display/contracts/rest/snapshot';

/** What the service records of a sign when an outage of it opens. `placeSigns`: how many signs of its place have a device. */
export const recordedFacts = (
  { name: signName, location, shown, url }: Pick<SignRow, 'name' | 'location' | 'shown' | 'url'>,
  placeSigns: number | null,
): Pick<Outage, 'signName' | 'location' | 'place' | 'placeSigns' | 'host'> => ({
  signName,
  location,
  place: placeOf(location),
  placeSigns,
  host: hostOf(shown.url ?? url),
});
