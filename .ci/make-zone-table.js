import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv } from 'node:process';

/**
 * Writes `dashboard/src/times/zones/zone-table.ts`. Run it on Linux after an update of tzdata or CLDR:
 *
 *     npm pack cldr-dates-modern && tar xzf cldr-dates-modern-*.tgz
 *     node .ci/make-zone-table.js /usr/share/zoneinfo package/main && npm run format
 */

const [zoneinfo = '/usr/share/zoneinfo', cldr = 'package/main'] = argv.slice(2);

const rowsOf = (file) =>
  readFileSync(join(zoneinfo, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'));

const namesOf = (language) =>
  JSON.parse(readFileSync(join(cldr, language, 'timeZoneNames.json'), 'utf8')).main[language].dates.timeZoneNames.zone;

/** The name of `zone` in this runtime and in CLDR, which may be an older name: Asia/Calcutta. */
const ofRuntime = (timeZone) => new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;

function cityOf(names, zone) {
  const found = [zone, ofRuntime(zone)].map((id) => id.split('/').reduce((at, part) => at?.[part], names));
  return found.map((one) => one?.exemplarCity).find((city) => city !== undefined);
}

const abbreviationAt = (zone, day) =>
  execFileSync('date', ['-d', `${day}T12:00Z`, '+%Z'], { encoding: 'utf8', env: { TZ: zone } }).trim();

const [english, german] = [namesOf('en'), namesOf('de')];

const lines = rowsOf('zone.tab').map(([country = '', , zone = '']) => {
  const abbreviations = new Set(['2026-01-15', '2026-07-15'].map((day) => abbreviationAt(zone, day)));
  const byId = zone.split('/').at(-1).replaceAll('_', ' ');
  const inEnglish = cityOf(english, zone) ?? byId;
  const inGerman = cityOf(german, zone) ?? inEnglish;
  const old = ofRuntime(zone);
  return [
    zone,
    country,
    [...abbreviations].filter((name) => /^[A-Z]+$/.test(name)).join(' '),
    inEnglish === byId ? '' : inEnglish,
    inGerman === inEnglish ? '' : inGerman,
    old === zone ? '' : old,
  ]
    .join('|')
    .replace(/\|+$/, '');
});

const { version } = JSON.parse(readFileSync(join(cldr, '../package.json'), 'utf8'));
const released = readFileSync(join(zoneinfo, 'tzdata.zi'), 'utf8').match(/^# version (\S+)/)?.[1];
writeFileSync(
  join(import.meta.dirname, '../dashboard/src/times/zones/zone-table.ts'),
  `/**
 * Written by \`.ci/make-zone-table.js\`. One line per time zone: name | country | abbreviations in January and July | city in
 * English, if the name lacks it | city in German, if it differs | the older name in CLDR.
 *
 * Zones, countries and abbreviations: tzdata ${released}, zone.tab, in the public domain. Cities: CLDR ${version}, © Unicode,
 * Inc., used under the Unicode License v3 (https://www.unicode.org/license.txt).
 */
export const ZONE_TABLE = \`\\
${lines.sort().join('\n')}
\`;
`,
);
