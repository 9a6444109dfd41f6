import * as fc from 'fast-check';
import type { SignRow } from '../sign-view.ts';
import { NOTHING_TEMPORARY } from './columns-without-temporary-page.ts';

const AT = new Date(Date.UTC(2026, 10, 21));
const device = fc.record({
  deviceSignId: fc.uuid({ version: 4 }),
  macAddress: fc.constant('00:00:00:00:00:01'),
  shortCode: fc.constant('VE05BR'),
  screen: fc.option(fc.constant({ width: 1920, height: 1080, scaleFactor: 1 })),
  platform: fc.option(fc.constant('linux')),
  presence: fc.constantFrom(null, 'online', 'offline'),
  contentState: fc.constantFrom(null, 'idle', 'loading', 'showing', 'unreachable', 'error'),
  mode: fc.constantFrom(null, 'foreground', 'background'),
  lastSeenAt: fc.constantFrom(null, AT),
  blank: fc.constantFrom(null, true, false),
  restartingUntil: fc.constantFrom(null, AT),
  unstableUntil: fc.constantFrom(null, AT),
  screenshotAt: fc.constantFrom(null, AT),
});
const noDevice = fc.constant({
  deviceSignId: null,
  macAddress: null,
  shortCode: null,
  screen: null,
  platform: null,
  presence: null,
  contentState: null,
  mode: null,
  lastSeenAt: null,
  blank: null,
  restartingUntil: null,
  unstableUntil: null,
  screenshotAt: null,
});

/** A record with a device or without one, whatever the device says of itself, with a schedule's page or what was assigned. */
export const anySignRow: fc.Arbitrary<SignRow> = fc
  .record({
    hardware: fc.oneof(device, noDevice),
    url: fc.option(fc.webUrl(), { freq: 2 }),
    shown: fc.option(
      fc.record({
        shownUrl: fc.webUrl(),
        shownSource: fc.constantFrom('schedule', 'manual'),
        shownUntil: fc.constantFrom(null, AT),
      }),
      { freq: 2 },
    ),
    id: fc.uuid({ version: 4 }),
  })
  .map(({ hardware, url, shown, id }) => ({
    id,
    organizationId: id,
    eventId: id,
    name: 'Lobby',
    location: 'Hall',
    settings: {},
    appVersion: null,
    url,
    contentId: url === null ? null : id,
    claimRequestId: null,
    claimConfirmedAt: null,
    configVersion: 1,
    version: 1,
    fieldVersions: {},
    statusSince: null,
    acknowledged: null,
    keptMinutes: null,
    keptUntil: null,
    restartingBootId: null,
    restartingCommandId: null,
    createdAt: AT,
    updatedAt: AT,
    ...NOTHING_TEMPORARY,
    ...(shown !== null && { ...shown, shownContentId: id }),
    ...hardware,
  }));
