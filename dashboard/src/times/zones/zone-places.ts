import { isZone } from '../instants.ts';
import { fold, foldedWays } from './fold.ts';
import { LARGE_CITIES } from './large-cities.ts';
import { ZONE_TABLE } from './zone-table.ts';

/** A city by which a time zone is found. */
export interface Place {
  /** As this browser knows it. */
  timeZone: string;
  /** In the reader's language. */
  city: string;
  /** In the reader's language; empty for UTC. */
  country: string;
}

/** A place with what it is found by, folded. */
export interface KnownPlace extends Place {
  cities: readonly string[];
  /** The same in lower case, with their accents. */
  spelled: readonly string[];
  /** Empty for a large city that the zone isn't named after: the zone's own place stands for all of it. */
  zoneNames: readonly string[];
  countries: readonly string[];
  abbreviations: readonly string[];
  /** How many large cities share its zone. */
  weight: number;
}

/** What people call a country beside the names that CLDR has. */
const COUNTRIES: Record<string, string[]> = {
  AE: ['UAE', 'Emirates', 'Emirate'],
  CZ: ['Czech Republic', 'Tschechische Republik'],
  GB: ['England', 'Scotland', 'Wales', 'Schottland', 'Great Britain', 'Großbritannien'],
  NL: ['Holland'],
  US: ['USA', 'America', 'Amerika'],
};

/** How German calls the abbreviations of tzdata. */
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

/** All places that a zone can be found by, for a reader of `language`. */
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
