import { isZone } from '../convert-wall-time.ts';
import { fold, foldedWays } from './normalize-text.ts';
import { LARGE_CITIES } from './large-cities.ts';
import { ZONE_TABLE } from './zone-table.ts';

/** A city that finds a time zone. */
export interface Place {
  /** The name of the zone in this browser. */
  timeZone: string;
  /** In the reader's language. */
  city: string;
  /** In the reader's language; empty for UTC. */
  country: string;
}

/** A place with its search terms, folded. */
export interface KnownPlace extends Place {
  cities: readonly string[];
  /** The cities in lower case, with accents. */
  spelled: readonly string[];
  /** Empty for a large city: only the zone's own place is found by the zone's name. */
  zoneNames: readonly string[];
  countries: readonly string[];
  abbreviations: readonly string[];
  /** The number of large cities in the same zone. */
  weight: number;
}

/** Common country names that CLDR lacks. */
const COUNTRIES: Record<string, string[]> = {
  AE: ['UAE', 'Emirates', 'Emirate'],
  CZ: ['Czech Republic', 'Tschechische Republik'],
  GB: ['England', 'Scotland', 'Wales', 'Schottland', 'Great Britain', 'Großbritannien'],
  NL: ['Holland'],
  US: ['USA', 'America', 'Amerika'],
};

/** The German names for abbreviations of tzdata. */
const IN_GERMAN: Record<string, string> = {
  CET: 'MEZ',
  CEST: 'MESZ',
  EET: 'OEZ',
  EEST: 'OESZ',
  WET: 'WEZ',
  WEST: 'WESZ',
};

const LANGUAGES = ['en', 'de'] as const;
const LANGUAGE_AT = { en: 0, de: 1 } as const;
type Language = (typeof LANGUAGES)[number];

const folded = (texts: readonly string[]): string[] => [...new Set(texts.flatMap(foldedWays))];

const lowered = (texts: readonly string[]): string[] => texts.map((text) => text.toLowerCase());

const UTC: KnownPlace = {
  timeZone: 'UTC',
  city: 'UTC',
  country: '',
  cities: ['utc'],
  spelled: ['utc'],
  zoneNames: ['utc', 'etc/utc'],
  countries: [],
  abbreviations: ['utc', 'gmt'],
  weight: 0,
};

/** All places that find a zone, with names in `language`. */
export function placesIn(language: Language): KnownPlace[] {
  const regions = LANGUAGES.flatMap((one) =>
    (['long', 'short'] as const).map((style) => new Intl.DisplayNames(one, { type: 'region', style })),
  );
  const own = new Intl.DisplayNames(language, { type: 'region' });
  const large = new Map(
    LARGE_CITIES.trim()
      .split('\n')
      .map((line) => line.split('|') as [string, string]),
  );
  const places = ZONE_TABLE.trim()
    .split('\n')
    .flatMap((line): KnownPlace[] => {
      const [name = '', code = '', abbreviations = '', inEnglish = '', inGerman = '', older = ''] = line.split('|');
      const cityOfName = name.split('/').at(-1)!.replaceAll('_', ' ');
      const english = inEnglish || cityOfName;
      const names = [english, inGerman || english];
      const country = own.of(code) ?? code;
      const timeZone = older !== '' && !isZone(name) ? older : name;
      const cities = large.get(name)?.split(',') ?? [];
      const zoneAbbreviations = abbreviations.split(' ').filter((one) => one !== '');
      const main: KnownPlace = {
        timeZone,
        city: names[LANGUAGE_AT[language]]!,
        country,
        cities: folded([...names, cityOfName, older.split('/').at(-1)!.replaceAll('_', ' ')].filter(Boolean)),
        spelled: lowered(names),
        zoneNames: [name, older].filter(Boolean).map(fold),
        countries: folded([code, ...regions.map((region) => region.of(code) ?? code), ...(COUNTRIES[code] ?? [])]),
        abbreviations: zoneAbbreviations.flatMap((one) => [one, IN_GERMAN[one] ?? one]).map((one) => one.toLowerCase()),
        weight: cities.length,
      };
      const others = cities.map((pair): KnownPlace => {
        const [inEnglish = '', inGerman = inEnglish] = pair.split('=');
        const cityNames = [inEnglish, inGerman];
        return {
          timeZone,
          city: cityNames[LANGUAGE_AT[language]]!,
          country,
          cities: folded(cityNames),
          spelled: lowered(cityNames),
          zoneNames: [],
          countries: [],
          abbreviations: [],
          weight: 0,
        };
      });
      return [main, ...others];
    });
  return [...places, UTC];
}
