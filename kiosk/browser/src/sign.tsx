import { createAgent } from '@sign-display/kiosk-agent/agent';
import type { Clock, Random } from '@sign-display/kiosk-agent/ports';
import { createKioskTransport } from '@sign-display/client/kiosk-transport';
import { isLoopbackHost } from '@sign-display/contracts/loopback-hosts';
import { App } from '@sign-display/kiosk-screen/app';
import type { KioskBridge, Language } from '@sign-display/kiosk-screen/bridge';
import type { ScreenModel } from '@sign-display/kiosk-screen/model';
import { agentFacts } from '@sign-display/kiosk-shell/agent-facts';
import { createFaces } from '@sign-display/kiosk-shell/compose-screen-model';
import { createNetworkWatch } from '@sign-display/kiosk-shell/network-watch';
import { createOverlays } from '@sign-display/kiosk-shell/overlays';
import { createReleaseDialog } from '@sign-display/kiosk-shell/release-dialog';
import { createSignScreens } from '@sign-display/kiosk-shell/sign-screens';
import { createSignal, type JSX } from 'solid-js';
import { render } from 'solid-js/web';
import { createFrameChecks } from './page/frame-check-requests.ts';
import { createPages } from './page/pages.ts';
import { FullScreen } from './screen/full-screen.tsx';
import { WORDS } from './screen/words.ts';
import { browserName, createTabFacts, type BrowserPerformance } from './shell/tab-facts.ts';
import { isNumber, probeService, tabInterfaces } from './shell/tab-network.ts';
import { watchReleaseKey } from './shell/watch-release-key.ts';
import { stayAwake } from './shell/wake-lock.ts';
import { createTabShell } from './shell/tab-shell.ts';
import type { Database } from './store/database.ts';
import { createTabLogBook } from './store/tab-log-book.ts';
import { createTabOutbox } from './store/tab-outbox.ts';
import { createTabStore } from './store/tab-store.ts';

export interface SignParts {
  window: Window & { performance: Performance };
  clock: Clock;
  random: Random;
  database: Database;
  /** The number of the sign in this browser. */
  sign: number;
  appVersion: string;
  /** Of the sign's own screens. */
  language: Language;
}

/** Runs the agent as a sign in this tab. */
export function openSign({ window, clock, random, database, sign, appVersion, language }: SignParts): void {
  const { document, location, navigator } = window;
  const stage = document.createElement('div');
  stage.className = 'pages';
  const [model, setModel] = createSignal<ScreenModel>({ face: { kind: 'black' }, overlay: null, rotation: 0 });
  const listeners = new Set<(model: unknown) => void>();
  function draw(next: ScreenModel): void {
    setModel(next);
    // Tells the dashboard, if it frames this page, which code it can claim.
    const { face } = next;
    const isClaimable = face.kind === 'code' && face.qrText !== null && face.checklist.backend.state === 'ok';
    document.documentElement.dataset['claimable'] = (isClaimable && face.shortCode) || '';
    for (const listener of listeners) listener(next);
  }
  const faces = createFaces(draw, (refused) => agent.note('error', 'our screen would refuse this', { model: refused }));

  const checks = createFrameChecks(clock, createKioskTransport(location.origin, clock));
  const pages = createPages({ stage, clock, checks, location });
  const overlays = createOverlays((overlay) => {
    faces.overlay(overlay);
    pages.cover(overlay !== null);
  });
  const dialog = createReleaseDialog(
    clock,
    overlays,
    (typed) => agent.release(typed),
    () => window.focus(),
  );
  const facts = () => agentFacts(agent.state(), { wallMs: clock.now(), monotonicMs: clock.monotonicMs() });
  const screens = createSignScreens({
    clock,
    faces,
    program: { host: location.host, appVersion, platform: browserName(navigator.userAgent) },
    facts,
    openWatch: (onChange) =>
      createNetworkWatch({
        clock,
        random,
        host: { isNumber: isNumber(location.hostname), isLoopback: isLoopbackHost(location.hostname) },
        interfaces: () => Promise.resolve(tabInterfaces(navigator.onLine)),
        // The browser resolved the name when it loaded this page.
        probeName: () => Promise.resolve(true),
        probeService: () => probeService((...asked) => window.fetch(...asked), clock.after),
        connection: facts,
        onChange,
      }),
  });
  const agent = createAgent({
    clock,
    random,
    transport: checks.transport,
    store: createTabStore(database, sign),
    outbox: createTabOutbox(database, sign),
    logs: createTabLogBook(database, clock, sign),
    shell: createTabShell({
      pages,
      checks,
      faces,
      screens,
      overlays,
      facts: createTabFacts({
        clock,
        appVersion,
        navigator,
        performance: window.performance as BrowserPerformance,
        view: window,
      }),
      signName: () => agent.state().stored.claim?.sign.name ?? null,
      setTitle: (title) => void (document.title = title),
      untitled: WORDS[language].untitled,
      setHidden: (isHidden) => void document.body.classList.toggle('off', isHidden),
      reload: () => location.reload(),
    }),
    appVersion,
  });

  const bridge: KioskBridge = {
    onModel(listener) {
      listeners.add(listener);
      listener(model());
      return () => listeners.delete(listener);
    },
    submitAddress: () => {},
    releaseTyped: (text) => dialog.typed(text),
    releaseCancelled: () => dialog.cancel(),
  };
  const isOurs = (): boolean => model().face.kind !== 'black' && model().overlay === null;
  render(
    (): JSX.Element => (
      <>
        <App bridge={bridge} clock={clock} language={language} isFramed={window.parent !== window} />
        <FullScreen document={document} isNeeded={isOurs()} label={WORDS[language].fullScreen} />
        {stage}
      </>
    ),
    document.body,
  );
  watchReleaseKey(window, clock, () => dialog.open());
  stayAwake(document, navigator.wakeLock, clock);
  void agent.start();
}
