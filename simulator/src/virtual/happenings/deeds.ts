import { makeUuidV4 } from '@sign-display/contracts/identifiers';
import { parseQrText } from '@sign-display/contracts/qr';
import { ORGANIZATIONS, type PersonName } from '../setting.ts';
import { happening, type Happening } from './happening.ts';

/** What people do. */

const OPERATORS = ['ada', 'ben', 'cleo', 'dan'] as const satisfies PersonName[];
const PAGES = ['http://pages.virtual/a', 'http://pages.virtual/b', 'http://pages.virtual/c'] as const;
const TRIES = 5;

/** Scans the QR of a sign and claims it; without a reply the same request is sent again, as a phone does. */
const claim = happening({
  name: 'claim',
  kind: 'deed',
  weight: 30,
  draw: (draws, { kiosks }) => ({
    kiosk: draws.int(0, kiosks - 1),
    who: draws.pick(OPERATORS),
    url: draws.pick(PAGES),
    event: draws.int(0, 1),
    losesReplies: draws.chance(0.1) ? 1 : 0,
  }),
  async run(world, { kiosk, who, url, event, losesReplies }, draws) {
    const screen = world.signs[kiosk]!.kiosk.screen();
    if (screen?.kind !== 'qr') return;
    const scanned = parseQrText(screen.qrText);
    if (!scanned.ok) return;
    const { signId, shortCode } = scanned.payload;
    const { fair } = ORGANIZATIONS;
    const requestId = makeUuidV4(draws);
    const place = { organizationId: fair.id, eventId: fair.events[event]!.id };
    const body = { ...place, name: `Sign ${kiosk}`, location: `Hall ${kiosk}`, url, signId, shortCode, requestId };
    for (let tries = 0; tries < TRIES; tries += 1) {
      const request = { method: 'POST', path: '/api/signs/claim', body } as const;
      const reply = await world.ask(who, request, { losesReply: tries < losesReplies });
      if (reply !== null && reply.status !== 503) return;
      await world.wait(1_000 + 2_000 * draws.float());
    }
  },
});

export const DEEDS: readonly Happening[] = [claim];
