import type { Outage } from '@sign-display/contracts/rest/outages';
import type { Times } from '../times/time-formats.ts';
import type { WallWords } from '../words/wall-words-loader.ts';
import type { Group } from './outage-groups.ts';

/** Makes the messages and the story of an outage from its known facts. Pure. */

export interface Message {
  id: string;
  channel: Outage['told'][number]['channel'];
  atMs: number;
  people: number;
  /** True if the message reported the end. */
  isEnd: boolean;
}

/** Each once, though it goes for many signs; the earliest first. */
export function messagesOf({ outages }: Group): Message[] {
  const all = outages.flatMap(({ told, until }) =>
    told.map(({ channel, at, people }): Message => {
      const atMs = Date.parse(at);
      return { id: `${channel} ${at}`, channel, atMs, people, isEnd: until !== null && atMs >= Date.parse(until) };
    }),
  );
  return [...new Map(all.map((one) => [one.id, one])).values()].toSorted((one, other) => one.atMs - other.atMs);
}

/** That nobody was told, and what is known of why: who is subscribed, or has quiet hours, nobody else is told. */
export function nobodyNotifiedText(
  { outages: { one: said } }: WallWords,
  times: Times,
  { acknowledged }: Pick<Group, 'acknowledged'>,
  timeZone: string,
): string {
  if (acknowledged === null) return said.toldNobody;
  const { by, at } = acknowledged;
  return `${said.toldNobody} ${said.toldNoMore(by.name, times.said(Date.parse(at), 'seconds', timeZone))}`;
}

export interface Chapter {
  id: string;
  is: 'heard' | 'began' | 'told' | 'acknowledged' | 'someBack' | 'back' | 'toldEnd';
  atMs: number;
  /** The number of signs or of people. */
  count: number;
  /** The person who acknowledged; empty for all other events. */
  name: string;
}

export function storyOf(group: Group): Chapter[] {
  const { outages, acknowledged } = group;
  const chapters: Omit<Chapter, 'id'>[] = [];
  const isOffline = outages.every(({ kind }) => kind === 'offline');
  const lastMs = Math.max(...outages.map(({ since }) => Date.parse(since)));
  const signs = new Set(outages.map(({ signId }) => signId));
  chapters.push({ is: isOffline ? 'heard' : 'began', atMs: lastMs, count: signs.size, name: '' });
  const messages = messagesOf(group);
  for (const is of ['told', 'toldEnd'] as const) {
    const own = messages.filter(({ isEnd }) => isEnd === (is === 'toldEnd'));
    const people = Math.max(...own.map((message) => message.people));
    if (own.length > 0) chapters.push({ is, atMs: own[0]!.atMs, count: people, name: '' });
  }
  if (acknowledged)
    chapters.push({
      is: 'acknowledged',
      atMs: Date.parse(acknowledged.at),
      count: signs.size,
      name: acknowledged.by.name,
    });
  const back = outages.flatMap(({ until }) => (until === null ? [] : [Date.parse(until)]));
  // A sign may have gone again since.
  const away = new Set(outages.flatMap(({ until, signId }) => (until === null ? signId : [])));
  const count = signs.size - away.size;
  if (back.length > 0 && count > 0)
    chapters.push({ is: away.size === 0 ? 'back' : 'someBack', atMs: Math.max(...back), count, name: '' });
  return chapters.map((one) => ({ ...one, id: one.is })).toSorted((one, other) => one.atMs - other.atMs);
}
