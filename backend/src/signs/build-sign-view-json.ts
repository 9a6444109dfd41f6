import { sql } from 'kysely';
import { timeText } from '../db/parse-time.ts';
import { statusOf, type StatusFacts } from './sign-status.ts';

/**
 * A record's view, from one text of its row to a text of JSON: the twin of `describeSign`, for lists. A page of fifty has a thousand columns;
 * read one by one, made into objects and written as JSON, they cost the node as much as all the rest of the request.
 */

/** Neither is in a value: what people and kiosks chose comes as JSON, where both are escaped, and all else is numbers, words and times. */
const COLUMN_END = '\u001f';
export const ROW_END = '\u001e';

/**
 * The text of a row of `sign`: what `viewOfText` reads, in its order. What is null is empty. `format` takes two thirds of the time that `concat`
 * does, which converts each mark between two columns anew.
 */
export const rowText = sql<string>`format(${sql.lit(Array(28).fill('%s').join(COLUMN_END))}, sign.id, sign.event_id, to_json(sign.name),
  to_json(sign.location), to_json(sign.url), sign.settings, sign.version, sign.device_sign_id, sign.short_code,
  sign.mac_address, to_json(sign.app_version), to_json(sign.platform), sign.screen, sign.presence, sign.content_state, sign.mode,
  sign.last_seen_at, sign.status_since, sign.created_at, sign.updated_at,
  sign.blank, sign.restarting_until, sign.acknowledged, sign.unstable_until, sign.screenshot_at,
  to_json(sign.shown_url), sign.shown_source, sign.shown_until)`;

type Own = [id: string, eventId: string, name: string, location: string, url: string];
type Kept = [settings: string, version: string, deviceSignId: string, shortCode: string, macAddress: string];
type Device = [appVersion: string, platform: string, screen: string, presence: string, content: string, mode: string];
type Times = [lastSeenAt: string, statusSince: string, createdAt: string, updatedAt: string];
type Now = [blank: string, restartingUntil: string, acknowledged: string, unstableUntil: string, screenshotAt: string];
type Shown = [url: string, source: string, until: string];
type Texts = [...Own, ...Kept, ...Device, ...Times, ...Now, ...Shown];

const word = (text: string): string => (text === '' ? 'null' : `"${text}"`);
const time = (text: string): string => (text === '' ? 'null' : `"${timeText(text)}"`);

const NOTHING_SHOWN = '{"url":null,"source":null,"until":null}';

/** What a sign with a device was last told to show. The page that was assigned and the other are JSON. */
function shownOfText(assigned: string, [url, source, until]: Shown): string {
  if (source !== '') return `{"url":${url},"source":"${source}","until":${time(until)}}`;
  return assigned === '' ? NOTHING_SHOWN : `{"url":${assigned},"source":"assigned","until":null}`;
}

/** The record's identifier. */
export const idOfText = (text: string): string => text.slice(0, text.indexOf(COLUMN_END));

/** The JSON of the view of a row, by its text. */
export const viewOfText = (text: string, organizationId: string): string => jsonOfText(text, organizationId, true);

/** The same without what no wall shows (the contract's `SignRow`). */
export const rowOfText = (text: string, organizationId: string): string => jsonOfText(text, organizationId, false);

function jsonOfText(text: string, organizationId: string, hasSettings: boolean): string {
  const [id, eventId, name, location, url, settings, version, ...rest] = text.split(COLUMN_END) as Texts;
  const [deviceSignId, shortCode, macAddress, appVersion, platform, screen, ...facts] = rest;
  const [presence, contentState, mode, lastSeenAt, statusSince, createdAt, updatedAt, ...now] = facts;
  const [blank, restartingUntil, acknowledged, unstableUntil, screenshotAt, ...shown] = now;
  const isLinked = deviceSignId !== '';
  const status = statusOf({
    deviceSignId: isLinked ? deviceSignId : null,
    presence,
    contentState,
    mode,
  } as StatusFacts);
  const device = `{"deviceSignId":"${deviceSignId}","shortCode":"${shortCode}","macAddress":"${macAddress}","appVersion":${appVersion || '"unknown"'},"platform":${platform || '"unknown"'},"screen":${screen || '{"width":1,"height":1,"scaleFactor":1}'}}`;
  const place = `"id":"${id}","organizationId":"${organizationId}","eventId":"${eventId}","name":${name},"location":${location}`;
  const said = isLinked
    ? `"presence":"${presence || 'offline'}","contentState":${word(contentState)},"mode":${word(mode)},"device":${device}`
    : '"presence":null,"contentState":null,"mode":null,"device":null';
  // `format` writes a boolean as t or f.
  const isBlank = isLinked && presence === 'online' && blank !== '' ? String(blank === 't') : 'null';
  const present = `"blank":${isBlank},"unstable":${isLinked && unstableUntil !== ''},"restartingUntil":${isLinked ? time(restartingUntil) : 'null'},"acknowledged":${(isLinked && acknowledged) || 'null'},"screenshotAt":${isLinked ? time(screenshotAt) : 'null'}`;
  const times = `"lastSeenAt":${time(lastSeenAt)},"statusSince":${time(statusSince)}`;
  const kept = hasSettings ? `"settings":${settings},` : '';
  const made = `${kept}"version":${version},"createdAt":${time(createdAt)},"updatedAt":${time(updatedAt)}`;
  return `{${place},"url":${url || 'null'},"status":"${status}",${said},${times},${present},"shown":${isLinked ? shownOfText(url, shown) : NOTHING_SHOWN},${made}}`;
}
