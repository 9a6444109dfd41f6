import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { startDisplay, type TestDisplay } from './display.ts';
import { openMachine, type KioskMachine, type TestKiosk } from './kiosk.ts';
import type { OwnCards } from './fake-network-cards.ts';
import { startPages, type TestPages } from './pages.ts';
import { startService, type TestService } from '@sign-display/testing/service';
import { until } from './poll-until.ts';

/** What the tests of one file share: a display, the real backend, and pages. Call it at the top of the file. */
export interface World {
  display: TestDisplay;
  service: TestService;
  pages: TestPages;
}

/** `settings`: of the backend, in place of its own (contract, section 6). */
export function openWorld(settings: Record<string, string> = {}) {
  let opened: World;
  beforeAll(async () => {
    const [display, service, pages] = await Promise.all([startDisplay(), startService(settings), startPages()]);
    opened = { display, service, pages };
  });
  afterAll(() => Promise.all([opened.display.stop(), opened.service.remove(), opened.pages.stop()]));

  /** The colour of a place of the display, as `r,g,b`: not of its middle, where the pointer stands, which a new page shows for an instant. */
  const spot = (): string => {
    const { width, height, at } = opened.display.look();
    return at(width / 4, height / 4).join();
  };

  return {
    world: () => opened,
    /** Stops the service: until the test starts it again, or ends. */
    async serviceAway(): Promise<void> {
      onTestFinished(() => opened.service.start());
      await opened.service.stop();
    },
    spot,
    seen: (colour: readonly number[]) => until(`the colour ${colour.join()}`, spot, (one) => one === colour.join()),
    /**
     * A machine that no sign has run on; it ends with the test. `server`: where it is to find the service; null where nobody has said. `cards`:
     * in place of this machine's own. The test fails where the app failed and started itself again, even if all came right in the end; `wanted`: but
     * for such errors.
     */
    async freshMachine(
      server: string | null = opened.service.url,
      { cards, wanted }: { cards?: OwnCards; wanted?: RegExp } = {},
    ): Promise<KioskMachine> {
      const machine = await openMachine(opened.display.name, server, { cards });
      onTestFinished(async () => {
        const failures = machine.failures().filter((line) => wanted?.test(line) !== true);
        await machine.remove();
        expect(failures).toEqual([]);
      });
      return machine;
    },
    /** A sign that shows a code to be scanned. */
    async unclaimed(machine: KioskMachine, ...args: string[]): Promise<{ kiosk: TestKiosk; shortCode: string }> {
      const kiosk = await machine.start(...args);
      return { kiosk, shortCode: await kiosk.claimable() };
    },
    /** As the owner claims it by its typed code, with a page or without one. */
    claim: (shortCode: string, url?: string) =>
      opened.service.owner.call('POST /api/signs/claim', {
        body: {
          organizationId: opened.service.organizationId,
          eventId: opened.service.eventId,
          name: `Sign ${shortCode}`,
          location: 'Hall 1',
          shortCode,
          ...(url !== undefined && { url }),
        },
      }),
  };
}
