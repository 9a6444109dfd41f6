import { fold } from './normalize-text.ts';
import { placesIn, type KnownPlace, type Place } from './zone-places.ts';

export type { Place } from './zone-places.ts';

/** The most results that the list shows. */
const FOUND_MOST = 30;
/** Any date works: the generic name of a zone doesn't depend on the season. */
const IN_WINTER_MS = Date.UTC(2026, 0, 15);
/** A shorter text matches too many zone names. */
const ZONE_NAME_LEAST = 4;

const begins = (names: readonly string[], typed: string): boolean => names.some((name) => name.startsWith(typed));
const hasWord = (names: readonly string[], typed: string): boolean => names.some((name) => name.includes(` ${typed}`));

/** The rank of a match, 0 is best; null without a match. */
function rankOf(place: KnownPlace, typed: string, spelled: string): number | null {
  const { cities, zoneNames, countries, abbreviations } = place;
  const fits = [
    zoneNames.includes(typed),
    cities.includes(typed),
    abbreviations.includes(typed) || countries.includes(typed),
    // Typed accents count: “Köl” ranks Köln before Kolkata.
    begins(place.spelled, spelled),
    begins(cities, typed),
    begins(countries, typed),
    hasWord(cities, typed),
    hasWord(countries, typed),
    typed.includes('/') && begins(zoneNames, typed),
  ];
  const rank = fits.indexOf(true);
  return rank === -1 ? null : rank;
}

export interface Zones {
  /**
   * The places that match the typed text, best match first; equal matches start with the viewer's zone, then zones with
   * more large cities. Without text: only the viewer's place.
   */
  find(typed: string): Place[];
  /** The place that the zone is named after. */
  named(timeZone: string): Place | undefined;
}

/** Searches time zones by city, country, abbreviation (CET, MEZ, PST) and CLDR name, in English and German. */
export function createZones(language: string, viewerZone: string): Zones {
  const places = placesIn(language === 'de' ? 'de' : 'en');
  function named(timeZone: string): KnownPlace | undefined {
    const name = fold(timeZone);
    return places.find(({ zoneNames }) => zoneNames.includes(name));
  }
  const viewers = named(viewerZone);
  const before = (one: KnownPlace, other: KnownPlace): number =>
    Number(other === viewers) - Number(one === viewers) || other.weight - one.weight;

  let long: { place: KnownPlace; names: string }[] | undefined;
  /** Created on first use: it is too slow to read the names of all zones at a key press. */
  const longNames = () =>
    (long ??= places
      .filter(({ zoneNames }) => zoneNames.length > 0)
      .map((place) => ({ place, names: longNamesOf(place.timeZone) })));

  return {
    named,
    find(text) {
      const [typed, spelled] = [fold(text), text.trim().toLowerCase()];
      if (typed === '') return viewers === undefined ? [] : [viewers];
      const fitting = places
        .map((place) => ({ place, rank: rankOf(place, typed, spelled) }))
        .filter((one): one is { place: KnownPlace; rank: number } => one.rank !== null)
        .sort((one, other) => one.rank - other.rank || before(one.place, other.place))
        .map(({ place }) => place);
      if (fitting.length > 0 || typed.length < ZONE_NAME_LEAST) return fitting.slice(0, FOUND_MOST);
      return longNames()
        .filter(({ names }) => names.includes(` ${typed}`))
        .map(({ place }) => place)
        .sort(before)
        .slice(0, FOUND_MOST);
    },
  };
}

/** ` central european time mitteleuropaische zeit`. */
const longNamesOf = (timeZone: string): string =>
  ['en', 'de']
    .map((language) => {
      const parts = new Intl.DateTimeFormat(language, { timeZone, timeZoneName: 'longGeneric' }).formatToParts(
        IN_WINTER_MS,
      );
      return ` ${fold(parts.find(({ type }) => type === 'timeZoneName')!.value)}`;
    })
    .join('');
