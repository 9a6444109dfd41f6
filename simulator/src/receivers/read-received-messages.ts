import type { NotificationChannel } from '@sign-display/contracts/rest/subscriptions';
import type { Notification } from '@sign-display/contracts/rest/notifications';
import { readMail } from './read-mail.ts';
import { readEventStatus, type EventStatus } from './read-event-status.ts';
import type { TakenMail } from './mail-receiver.ts';

/** A message as a person got it, and what it says. We read it from its text, as a person would. */
export interface ReceivedMessage {
  /** A second delivery of the same message has the same id. */
  id: string;
  /** The person's e-mail address. */
  to: string;
  channel: NotificationChannel;
  /** The event's name. */
  event: string;
  title: string;
  /** When it arrived, and when the service decided to send it (the time in its id, a UUIDv7): wall clock. */
  receivedAtMs: number;
  decidedAtMs: number;
  /** How many signs it is about, by kind. */
  counts: Partial<Record<Said, number>>;
  /** The signs that it names: where there are many, only the first. */
  named: NamedSign[];
  /** How things stand, as it says; null where it says nothing of it. */
  standing: EventStatus | null;
  /** Of a push: its tag and topic. One with the same takes its place. */
  replaces: string | null;
}

export type Said = 'offline' | 'online' | 'unstable' | 'other';

interface NamedSign {
  name: string;
  said: Said;
  /** The message says that the outage is over. */
  isOver: boolean;
}

/** Of several signs, perhaps of one place: `6 of 18 signs offline at Foyer`. */
const MANY: [RegExp, Said][] = [
  [/^(\d+)(?: of \d+)? signs offline\b/, 'offline'],
  [/^(\d+) signs (?:at .+ are )?back online$/, 'online'],
  [/^(\d+) signs are unstable$/, 'unstable'],
];
/** A line of a mail: a name, and what became of its sign. */
const ROWS: [RegExp, Said, boolean][] = [
  [/^ {2}(.+?) {3,}last seen \d/, 'offline', false],
  [/^ {2}(.+?) {3,}offline from \d/, 'offline', true],
  [/^ {2}(.+?) {3,}online again at \d/, 'online', false],
  [/^ {2}(.+?) {3,}unstable at \d/, 'unstable', false],
];
const ONE: [RegExp, Said, boolean][] = [
  [/^(.+?) is offline\b/, 'offline', false],
  [/^(.+?) was offline\b/, 'offline', true],
  [/^(.+?) is back online\b/, 'online', false],
  [/^(.+?) is unstable\b/, 'unstable', false],
];

function readLine(line: string, forms = ONE): NamedSign | null {
  for (const [form, said, isOver] of forms) {
    const name = form.exec(line)?.[1];
    if (name !== undefined) return { name, said, isOver };
  }
  return null;
}

/** Reads a title, also of what is over when it is sent, such as `38 of 40 signs offline, Kiosk 3 is back online – Hall A`: its counts and its event. */
export function readTitle(title: string): { counts: ReceivedMessage['counts']; event: string } {
  const at = title.lastIndexOf(' – ');
  const counts: ReceivedMessage['counts'] = {};
  const add = (said: Said, count: number) => void (counts[said] = (counts[said] ?? 0) + count);
  const told = title.slice(0, at === -1 ? undefined : at).replace(/^Over: /, '');
  for (const part of told.split(', ')) {
    const many = MANY.find(([form]) => form.test(part));
    if (many) add(many[1], Number(many[0].exec(part)![1]));
    else add(readLine(part)?.said ?? 'other', 1);
  }
  return { counts, event: at === -1 ? '' : title.slice(at + 3) };
}

const readLines = (text: string, forms = ONE): NamedSign[] =>
  text
    .split('\n')
    .map((line) => readLine(line, forms))
    .filter((named) => named !== null);

/** The time in a UUIDv7, in milliseconds. */
const momentOf = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);

/** What a mail says; null for a mail that is no notification. */
export function receivedByMail({ to, atMs, raw }: TakenMail): ReceivedMessage | null {
  const { messageId, text } = readMail(raw);
  const [headline = '', when = '', ...lines] = text.split('\n');
  const id = messageId.split('@')[0]!;
  const event = /^(.+), \d\d:\d\d:\d\d /.exec(when)?.[1];
  if (event === undefined || !/^[\da-f-]{36}$/.test(id)) return null;
  const title = `${headline} – ${event}`;
  const read = readTitle(title);
  const times = { receivedAtMs: atMs, decidedAtMs: momentOf(id) };
  const named = readLines(lines.join('\n'), ROWS);
  return { id, to, channel: 'email', title, ...times, ...read, named, standing: readEventStatus(text), replaces: null };
}

/** What an item of the inbox says. Its `signs` has all names, also where the text has no room for them. */
export function receivedInInbox(to: string, notification: Notification): ReceivedMessage {
  const { id, at, title, text, signs, kind } = notification;
  const read = readTitle(title);
  const [said] = Object.keys(read.counts) as Said[];
  const named =
    kind === 'digest' || said === undefined
      ? readLines(text)
      : signs.map(({ name }) => ({ name, said, isOver: false }));
  // An item in the inbox is delivered when it is written.
  const times = { receivedAtMs: Date.parse(at), decidedAtMs: momentOf(id) };
  return { id, to, channel: 'inbox', title, ...times, ...read, named, standing: readEventStatus(text), replaces: null };
}

/** A push as a browser gets it: what the service worker is told, and the topic of its request. */
export interface ArrivedPush {
  notificationId: string;
  title: string;
  text: string;
  tag: string;
  topic: string | undefined;
}

/** What a push message says. */
export function receivedByPush(to: string, atMs: number, arrived: ArrivedPush): ReceivedMessage {
  const { notificationId: id, title, text, tag, topic } = arrived;
  const times = { receivedAtMs: atMs, decidedAtMs: momentOf(id) };
  const read = { ...readTitle(title), named: readLines(text), standing: readEventStatus(text) };
  return { id, to, channel: 'push', title, ...times, ...read, replaces: `${tag} ${topic}` };
}
