import type { Command } from '@sign-display/contracts/rest/commands';
import type { SignNow } from '@sign-display/contracts/rest/sign-now';
import type { Sign } from '@sign-display/contracts/rest/signs';
import { MemoryRouter, Route } from '@solidjs/router';
import type { JSX } from 'solid-js';
import { ChainView } from '../sign/chain-view.tsx';
import { CommandList } from '../sign/command-list.tsx';
import type { SignSeen } from '../sign/sign-page-context.ts';
import { createTimes } from '../times/time-formats.ts';
import { ToolsContext } from '../app-context.ts';
import { WallToolsContext, type WallTools } from '../wall-context.ts';
import { english } from '../words/english.ts';
import { englishWall } from '../words/english-wall.ts';

/** Parts of a sign's page, for `/ui`, as they are drawn: 19:42:31 in Berlin. */

const NOW = Date.parse('2026-11-14T18:42:31Z');
const STOPPED = { now: () => NOW, monotonicMs: () => 0, after: () => () => {} };
const at = (time: string): string => new Date(Date.parse(`2026-11-14T${time}+01:00`)).toISOString();
const daysAgo = (days: number): string => new Date(NOW - days * 86_400_000).toISOString();

export const SIGN = {
  id: '3f2b8c1e-7d4a-4e9b-9c55-0a1b2c3d4e5f',
  eventId: '3f2b8c1e-7d4a-4e9b-9c55-0a1b2c3d4e5f',
  device: { macAddress: 'c8:2a:14:9f:03:1b', screen: { width: 1_920, height: 1_080, scaleFactor: 1 } },
  presence: 'online',
  contentState: 'unreachable',
  mode: 'foreground',
  blank: false,
  unstable: false,
  restartingUntil: null,
  lastSeenAt: at('19:42:29'),
  statusSince: at('19:33:31'),
  settings: { rotation: 0 },
} as unknown as Sign;
export const NOW_DRAWN: SignNow = {
  service: { nodes: 2, since: daysAgo(6.1) },
  connection: { since: at('18:57:20'), address: '10.20.4.118' },
  content: {
    url: 'https://menu.lichterfest.example/bar',
    source: 'manual',
    since: at('19:33:31'),
    httpStatus: 503,
    detail: null,
    failures: 18,
    host: 'menu.lichterfest.example',
    sameHost: 3,
  },
  screen: { since: at('19:33:01'), blankCheckedAt: at('19:42:11'), blank: false },
  update: null,
};
const row = (nth: number, name: string, by: string, more: Partial<Command>): Command => ({
  commandId: `command ${nth}`,
  bulkId: null,
  command: name,
  args: {},
  state: 'acked',
  sentBy: { id: by, name: by },
  createdAt: at('19:42:27'),
  sentAt: null,
  finishedAt: null,
  expiresAt: at('19:43:27'),
  result: null,
  error: null,
  ...more,
});
export const COMMANDS = [
  row(5, 'refresh', 'Maren Oyelaran', { state: 'sent' }),
  row(4, 'screenshot', 'Maren Oyelaran', {
    sentAt: new Date(Date.parse(at('19:41:58')) - 400).toISOString(),
    finishedAt: at('19:41:58'),
  }),
  row(3, 'set_background_mode', 'Tim Brandt', {
    state: 'refused',
    finishedAt: at('19:20:11'),
    error: { code: 'not_supported', detail: 'not_supported' },
  }),
  row(2, 'update', 'Tim Brandt', { state: 'expired', finishedAt: at('18:55:00') }),
  row(1, 'screenshot', 'Tim Brandt', {
    state: 'failed',
    finishedAt: at('18:58:40'),
    error: { code: 'failed', detail: 'view not ready' },
  }),
];

/** As a sign is drawn, or with other facts. */
const seenOf = (sign: Partial<Sign>, now: SignNow | undefined): SignSeen =>
  ({
    event: { timeZone: 'Europe/Berlin' },
    live: { feed: () => ({ warmUps: [] }) },
    sign: () => ({ ...SIGN, ...sign }),
    now: { value: () => now, notSince: () => null },
    commands: () => COMMANDS,
  }) as unknown as SignSeen;

const Standing = (props: { children: JSX.Element }) => {
  const tools = {
    words: { ...english, ...englishWall },
    clock: STOPPED,
    times: createTimes('en', 'Europe/London'),
  } as unknown as WallTools;
  return (
    <ToolsContext.Provider value={tools}>
      <WallToolsContext.Provider value={tools}>
        <MemoryRouter root={() => <>{props.children}</>}>
          <Route path="*" />
        </MemoryRouter>
      </WallToolsContext.Provider>
    </ToolsContext.Provider>
  );
};

const Wide = (props: { name: string; children: JSX.Element }) => (
  <div class="mb-6 overflow-x-auto" tabindex="0" role="group" aria-label={props.name}>
    <div id={props.name} class="w-[1440px] bg-ground px-4">
      {props.children}
    </div>
  </div>
);

export const SignParts = () => (
  <Standing>
    <Wide name="sign-chain">
      <ChainView seen={seenOf({}, NOW_DRAWN)} />
    </Wide>
    <Wide name="sign-chain-offline">
      <ChainView seen={seenOf({ presence: 'offline', contentState: 'showing' }, { ...NOW_DRAWN, connection: null })} />
    </Wide>
    <Wide name="sign-chain-error">
      <ChainView seen={seenOf({ contentState: 'error' }, NOW_DRAWN)} />
    </Wide>
    <Wide name="sign-chain-unlinked">
      <ChainView seen={seenOf({ device: null, presence: null }, undefined)} />
    </Wide>
    <div id="sign-commands" class="w-[388px] bg-ground">
      <CommandList seen={seenOf({}, NOW_DRAWN)} isAll={false} />
    </div>
  </Standing>
);
