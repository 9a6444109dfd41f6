import type { Client } from '@sign-display/client/client';
import type { Clock, Random } from '@sign-display/contracts/clock-and-random';
import { createContext, useContext } from 'solid-js';
import type { AppVersion } from './api/app-updates.ts';
import type { Online } from './api/connectivity.ts';
import type { BrowserPush } from './api/browser-push-type.ts';
import type { Places } from './api/organizations-and-events.ts';
import type { Preferences } from './api/browser-preferences.ts';
import type { Session } from './api/session.ts';
import type { LastWalls } from './api/last-wall-views.ts';
import type { LiveSubscriptions } from './live/live-subscriptions.ts';
import type { PersonalFeed } from './live/personal-feed.ts';
import type { Page } from './live/browser-page-type.ts';
import type { Times } from './times/time-formats.ts';
import type { Keys } from './ui/key-registry.ts';
import type { Words } from './words/words.ts';

/** What every page works with; `main.tsx` makes them once. */
export interface Tools {
  words: Words;
  client: Client;
  clock: Clock;
  page: Page;
  random: Random;
  online: Online;
  version: AppVersion;
  session: Session;
  /** What is told of signs as it happens. */
  lives: LiveSubscriptions;
  /** What the person gets by themselves, on every page: messages of the inbox, and how many are unread. */
  personal: PersonalFeed;
  places: Places;
  walls: LastWalls;
  preferences: Preferences;
  push: BrowserPush;
  keys: Keys;
  times: Times;
}

export const ToolsContext = createContext<Tools>();

export function useTools(): Tools {
  const tools = useContext(ToolsContext);
  if (!tools) throw new Error('a page was rendered outside ToolsContext');
  return tools;
}
