import type { Clock, Random } from '@sign-display/kiosk-agent/ports';
import { listInterfaces } from '../machine/network-interfaces.ts';
import { createNetworkWatch } from '@sign-display/kiosk-shell/network-watch';
import { hostOf } from '../machine/server-address.ts';
import { probeName, probeService } from '../machine/service-probe.ts';
import type { AgentFacts } from '@sign-display/kiosk-shell/agent-facts';
import type { Faces } from '@sign-display/kiosk-shell/compose-screen-model';
import { createSignScreens, type SignScreens } from '@sign-display/kiosk-shell/sign-screens';

export interface OpenScreensParts {
  clock: Clock;
  random: Random;
  faces: Faces;
  /** The service's origin. */
  server: string;
  /** The one authority (PEM) that vouches for it; null: the usual ones. */
  ca: string | null;
  appVersion: string;
  facts(): AgentFacts;
}

/** The screens of a sign on this very machine and its network. */
export function openScreens({ clock, random, faces, server, ca, appVersion, facts }: OpenScreensParts): SignScreens {
  const host = hostOf(server);
  const platform = `${process.platform} ${process.arch}`;
  return createSignScreens({
    clock,
    faces,
    program: { host: new URL(server).host, appVersion, platform },
    facts,
    openWatch: (onChange) =>
      createNetworkWatch({
        clock,
        random,
        host,
        interfaces: () => listInterfaces(),
        probeName: () => probeName(host.host, clock),
        probeService: () => probeService(server, clock, ca),
        connection: facts,
        onChange,
      }),
  });
}
