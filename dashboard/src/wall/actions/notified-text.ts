import type { WallWords } from '../../words/wall-words-loader.ts';
import type { Channel } from './outages-by-sign.ts';

/** Who was told of a cause, by which channels and when; without e-mail where mail is not set up. Pure. */
export function notifiedText(
  { wallActions: said, common }: WallWords,
  channels: readonly Channel[],
  time: string,
  hasMail: boolean,
): string {
  const reached = channels.filter((channel) => hasMail || channel !== 'email');
  if (!hasMail && reached.every((channel) => channel === 'inbox')) return said.inboxOnly(time);
  const by = new Intl.ListFormat(common.language).format(reached.map((channel) => said.by[channel]));
  return hasMail ? said.told(by, time) : `${said.told(by, time)} ${said.noMail}`;
}
