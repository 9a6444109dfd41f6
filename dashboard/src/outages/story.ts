import type { Outage } from '@sign-display/contracts/rest/outages';
import type { Times } from '../times/times.ts';
import type { WallWords } from '../words/wall-words.ts';
import type { Group } from './groups.ts';

/** What happened of an outage, from what is known of it: messages, and one thing after the other. Pure. */

export interface Message {
  id: string;
  channel: Outage['told'][number]['channel'];
  atMs: number;
  people: number;
  /** It told that it is over. */
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
export function sayNobodyTold(
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
  /** Of signs, or of people. */
  count: number;
  /** Who acknowledged; empty of all else. */
  name: string;
}

export function storyOf(group: Group): Chapter[] {
  const { outages, acknowledged } = group;
  const chapters: Omit<Chapter, 'id'>[] = [];
  const isOffline = outages.every(({ kind }) => kind === 'offline');
  const lastMs = Math.max(...outages.map(({ since }) => Date.parse(since)));
  chapters.push({ is: isOffline ? 'heard' : 'began', atMs: lastMs, count: outages.length, name: '' });
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
      count: outages.length,
      name: acknowledged.by.name,
    });
  const back = outages.flatMap(({ until }) => (until === null ? [] : [Date.parse(until)]));
  const isOver = group.untilMs !== null;
  if (back.length > 0)
    chapters.push({ is: isOver ? 'back' : 'someBack', atMs: Math.max(...back), count: back.length, name: '' });
  return chapters.map((one) => ({ ...one, id: one.is })).toSorted((one, other) => one.atMs - other.atMs);
}
