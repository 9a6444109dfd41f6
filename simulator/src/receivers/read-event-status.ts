/** How the signs of an event stand, as a message says it (promise N11): `Now, 19:39: 6 of 240 offline. 2 are over.` */
export interface EventStatus {
  offline: number;
  total: number;
  /** It says that what it tells of is over, all or some of it. */
  saysOver: boolean;
}

/** Reads it as a person does; null where a message says nothing of it. */
export function readEventStatus(text: string): EventStatus | null {
  const [line, offline, total] = /^Now, (?:\d+ \w+ )?\d\d:\d\d: (none|\d+) of (\d+) offline.*$/m.exec(text) ?? [];
  if (line === undefined) return null;
  const saysOver = /\b(?:It is|All are|\d+ (?:is|are)) over\./.test(line);
  return { offline: offline === 'none' ? 0 : Number(offline), total: Number(total), saysOver };
}
