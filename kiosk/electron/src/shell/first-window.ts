import { join } from 'node:path';
import type { Agent } from '@sign-display/kiosk-agent/agent';
import type { Clock } from '@sign-display/kiosk-agent/ports';
import type { KioskConfig } from '../machine/config.ts';
import { probeService } from '../machine/service-probe.ts';
import { openOurScreen, openScreenSession, type OurScreen } from '../screen/kiosk-screen.ts';
import { createFaces, type Faces } from '@sign-display/kiosk-shell/compose-screen-model';
import { createFirstStart } from './first-start.ts';
import { blackenOthers, chooseDisplay } from '../window/blacken-other-displays.ts';
import { openStage, type Stage } from '../window/view-stack.ts';

/** The window with our screen in it: all that a sign has before it knows its service. */
export interface Front {
  stage: Stage;
  ourScreen: OurScreen;
  faces: Faces;
}

/** `appFolder`: where our screen's files are. */
export function openFront(
  { display, windowed }: Pick<KioskConfig, 'display' | 'windowed'>,
  appFolder: string,
  clock: Clock,
  note: Agent['note'],
): Front {
  const stage = openStage({
    display: chooseDisplay(display),
    windowed,
    session: openScreenSession(join(appFolder, 'screen')),
    preload: join(appFolder, 'preload.js'),
  });
  if (!windowed) blackenOthers(display, stage.window);
  const ourScreen = openOurScreen(stage.window.webContents, clock);
  const faces = createFaces(
    (model) => ourScreen.show(model),
    (model) => note('error', 'our screen would refuse this', { model }),
  );
  return { stage, ourScreen, faces };
}

/** Nobody has said where the service is: a person types it. `found` is called once, with its origin. */
export function askForServer(
  { stage, ourScreen, faces }: Front,
  { ca }: Pick<KioskConfig, 'ca'>,
  clock: Clock,
  found: (origin: string) => void,
): void {
  const typed = createFirstStart({ faces, probe: (origin) => probeService(origin, clock, ca), found });
  ourScreen.heed({ submitAddress: (text) => void typed(text) });
  stage.window.focus();
  stage.window.webContents.focus();
}
