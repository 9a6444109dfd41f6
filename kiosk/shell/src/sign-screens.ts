import type { ClaimingScreen, Clock, QrScreen, SplashScreen } from '@sign-display/kiosk-agent/ports';
import type { AgentFacts } from './agent-facts.ts';
import { faceOfClaiming, faceOfQr, faceOfSplash, type ProgramFacts } from './agent-screens-to-faces.ts';
import type { Faces } from './compose-screen-model.ts';
import type { NetworkWatch } from './network-watch.ts';

/** Our own screens, one at a time. The code follows the network and the agent's connection for as long as it is up (promise K8). */
export interface SignScreens {
  qr(screen: QrScreen): void;
  claiming(screen: ClaimingScreen): void;
  splash(screen: SplashScreen): void;
  restarting(what: 'app' | 'device'): void;
  /** A page covers ours. */
  page(): void;
}

export interface SignScreensParts {
  clock: Clock;
  faces: Pick<Faces, 'show'>;
  program: ProgramFacts;
  /** Asked each time that the code is drawn. */
  facts(): AgentFacts;
  /** `changed`: the checklist did, or how the connection stands. */
  openWatch(changed: () => void): NetworkWatch;
}

export function createSignScreens({ clock, faces, program, facts, openWatch }: SignScreensParts): SignScreens {
  let code: QrScreen | null = null;
  /** Of the claim on screen. */
  let sinceMs: number | null = null;
  const draw = (): void => {
    if (code !== null) faces.show(faceOfQr(code, facts(), watch.checklist(), program));
  };
  const watch = openWatch(draw);

  function leave(): void {
    code = null;
    sinceMs = null;
    watch.stop();
  }
  return {
    qr(screen) {
      code = screen;
      sinceMs = null;
      draw();
      watch.start();
    },
    claiming(screen) {
      const beganMs = sinceMs ?? clock.now();
      leave();
      sinceMs = beganMs;
      faces.show(faceOfClaiming(screen, beganMs));
    },
    splash(screen) {
      leave();
      faces.show(faceOfSplash(screen));
    },
    restarting(what) {
      leave();
      faces.show({ kind: 'restarting', what });
    },
    page() {
      leave();
      faces.show({ kind: 'black' });
    },
  };
}
