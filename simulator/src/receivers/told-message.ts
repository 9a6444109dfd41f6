import type { NotificationChannel } from '@sign-display/contracts/rest/subscriptions';
import type { Notification } from '@sign-display/contracts/rest/notifications';
import { readMail } from './read-mail.ts';
import type { TakenMail } from './mail-receiver.ts';

/** A message as its reader got it, and what it says: read from its own words, as a person would. */
export interface ToldMessage {
  /** The same message again has the same. */
  id: string;
  /** The person's e-mail address. */
  to: string;
  channel: NotificationChannel;
  /** The event's name. */
  event: string;
  title: string;
  /** When it arrived, and when the service decided on it (its identifier is a UUIDv7): wall clock. */
  receivedAtMs: number;
  decidedAtMs: number;
  /** How many signs it is about, by what it says of them. */
  counts: Partial<Record<Said, number>>;
  /** Those that it names: of many, the first. */
  named: NamedSign[];
}

export type Said = 'offline' | 'online' | 'unstable' | 'other';

interface NamedSign {
  name: string;
  said: Said;
  /** It says that it is over already. */
  isOver: boolean;
}

const MANY: Record<string, Said> = {
  'signs offline': 'offline',
  'signs back online': 'online',
  'signs are unstable': 'unstable',
};
const ONE: [RegExp, Said, boolean][] = [
  [/^(.+?) is offline\b/, 'offline', false],
  [/^(.+?) was offline\b/, 'offline', true],
  [/^(.+?) is back online\b/, 'online', false],
  [/^(.+?) is unstable\b/, 'unstable', false],
];

function readLine(line: string): NamedSign | null {
  for (const [form, said, isOver] of ONE) {
    const name = form.exec(line)?.[1];
    if (name !== undefined) return { name, said, isOver };
  }
  return null;
}

/** `38 of 40 signs offline, Kiosk 3 is back online – Hall A`: the counts, and the event. */
export function readTitle(title: string): { counts: ToldMessage['counts']; event: string } {
  const at = title.lastIndexOf(' – ');
  const counts: ToldMessage['counts'] = {};
  const add = (said: Said, count: number) => void (counts[said] = (counts[said] ?? 0) + count);
  for (const part of title.slice(0, at === -1 ? undefined : at).split(', ')) {
    const many = /^(\d+)(?: of \d+)? (.+)$/.exec(part);
    const said = many ? MANY[many[2]!] : undefined;
    if (said) add(said, Number(many![1]));
    else add(readLine(part)?.said ?? 'other', 1);
  }
  return { counts, event: at === -1 ? '' : title.slice(at + 3) };
}

const readLines = (text: string): NamedSign[] =>
  text
    .split('\n')
    .map(readLine)
    .filter((named) => named !== null);

/** The moment in a UUIDv7. */
const momentOf = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);

/** Null for a mail that is no notification. */
export function toldByMail({ to, atMs, raw }: TakenMail): ToldMessage | null {
  const { messageId, text } = readMail(raw);
  const [title = '', ...lines] = text.split('\n');
  const id = messageId.split('@')[0]!;
  const read = readTitle(title);
  if (read.event === '' || !/^[\da-f-]{36}$/.test(id)) return null;
  const times = { receivedAtMs: atMs, decidedAtMs: momentOf(id) };
  return { id, to, channel: 'email', title, ...times, ...read, named: readLines(lines.join('\n')) };
}

/** `signs` of an inbox's message are named also where its text is too short for them. */
export function toldByInbox(to: string, notification: Notification): ToldMessage {
  const { id, at, title, text, signs, kind } = notification;
  const read = readTitle(title);
  const [said] = Object.keys(read.counts) as Said[];
  const named =
    kind === 'digest' || said === undefined
      ? readLines(text)
      : signs.map(({ name }) => ({ name, said, isOver: false }));
  // It is delivered by being there.
  return { id, to, channel: 'inbox', title, receivedAtMs: Date.parse(at), decidedAtMs: momentOf(id), ...read, named };
}

/** What a browser shows. */
export function toldByPush(
  to: string,
  atMs: number,
  { notificationId: id, title, text }: { notificationId: string; title: string; text: string },
): ToldMessage {
  const times = { receivedAtMs: atMs, decidedAtMs: momentOf(id) };
  return { id, to, channel: 'push', title, ...times, ...readTitle(title), named: readLines(text) };
}
