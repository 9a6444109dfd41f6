import { pathOf } from '@sign-display/contracts/page-paths';
import type { SignNow } from '@sign-display/contracts/rest/sign-now';
import type { Sign } from '@sign-display/contracts/rest/signs';
import type { Times } from '../times/time-formats.ts';
import { roughDurationText } from '../ui/durations.ts';
import type { WallWords } from '../words/wall-words-loader.ts';
import type { LinkName } from './status-chain.ts';

/** What is said below each link of the chain: only what is known. Pure. */

export interface Fact {
  label: string;
  said: string;
  /** Beside it, as code. */
  code?: string;
  href?: string;
}

export interface Told {
  sign: Sign;
  /** Undefined until it was read. */
  now: SignNow | undefined;
  isHeld: boolean;
  timeZone: string;
  nowMs: number;
}

export function factsOfChain({ sign: { chain: said } }: WallWords, times: Times, told: Told): Record<LinkName, Fact[]> {
  const { sign, now, timeZone, nowMs } = told;
  const clock = (at: string): string => times.said(Date.parse(at), 'seconds', timeZone);
  const age = (at: string): string => roughDurationText(nowMs - Date.parse(at));
  const since = (at: string): string => said.since(clock(at), age(at));
  const fact = (label: string, text: string | false | null | undefined, more: Partial<Fact> = {}): Fact[] =>
    text ? [{ label, said: text, ...more }] : [];
  const { device } = sign;
  const content = now?.content;
  const isOnline = device !== null && sign.presence === 'online';
  const screen = isOnline ? now?.screen : undefined;
  const isFailing = sign.contentState === 'unreachable' || sign.contentState === 'error';
  const says = [
    content?.httpStatus ? `HTTP ${content.httpStatus}` : null,
    content?.httpStatus ? null : content?.detail,
    content && content.failures > 0 ? said.failures(content.failures) : null,
  ].filter((part) => part !== null && part !== undefined);
  return {
    service: [
      ...fact('', told.isHeld ? said.held : said.ours),
      ...fact('', now?.service && said.nodes(now.service.nodes, age(now.service.since))),
    ],
    connection: device
      ? [
          // Of a sign that is gone it would be when it once connected; a status' age is not the connection's.
          ...fact(said.connection, isOnline && now?.connection && since(now.connection.since)),
          // Of a sign that is heard nobody tells each heartbeat: a time that stands still would lie.
          ...fact(said.lastHeartbeat, isOnline ? null : sign.lastSeenAt && since(sign.lastSeenAt)),
          ...fact(said.restarting, sign.restartingUntil && said.restartingUntil(clock(sign.restartingUntil))),
          ...fact(said.address, now?.connection?.address ?? said.notKnown, { code: device.macAddress }),
        ]
      : fact(said.device, said.noDevice),
    content: [
      ...fact(said.contentLabel, content?.since && since(content.since)),
      ...fact(said.says, says.join(', ')),
      ...fact(
        said.also,
        content && content.sameHost > 0 && (isFailing ? said.sameHost : said.sameHostFails)(content.sameHost),
        {
          href: pathOf('outages', { eventId: sign.eventId }),
        },
      ),
    ],
    screen: [
      // A screen that is one colour shows no good page, and when a page came last is not since when it is blank.
      ...fact(
        said.screen,
        sign.blank !== true && screen?.blank !== true && screen?.since && said.goodPage(clock(screen.since)),
      ),
      ...fact(
        said.blankCheck,
        screen?.blankCheckedAt &&
          // A look that finds a page, as the one before did, is not told of: the time is of the first, and says since when.
          (screen.blank === true
            ? `${said.blank}, ${said.ago(age(screen.blankCheckedAt))}`
            : `${said.notBlank} ${said.sinceTime(clock(screen.blankCheckedAt))}`),
      ),
      ...fact(said.size, device && said.pixels(device.screen.width, device.screen.height, sign.settings.rotation ?? 0)),
    ],
  };
}
