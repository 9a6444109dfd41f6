import type { Random } from '@sign-display/contracts/clock-and-random';
import { SCREENSHOT_CONTENT_TYPE, SCREENSHOT_TIME_HEADER } from '@sign-display/contracts/rest/telemetry';
import type { Db } from '../../db/database-types.ts';
import { namesEtag } from '../../http/if-none-match.ts';
import type { RestRefusal } from '../../http/problem.ts';
import { answer, type Router } from '../../http/router.ts';
import { spreadRetryMs } from '../../http/load-shedding.ts';
import { openSign } from '../../signs/signs-repository.ts';
import type { CommandsService } from '../commands-service.ts';
import { findScreenshot, readScreenshotImage } from '../stored-screenshots.ts';
import { createPictureScaler } from './picture-scaler.ts';
import { createScaledPictures, stepBelow } from './scaled-pictures.ts';

const NONE: RestRefusal = { code: 'not_found', detail: 'This sign has no screenshot.' };
const UNREADABLE: RestRefusal = {
  code: 'not_found',
  detail: 'The last screenshot of this sign can’t be decoded. Request it without maxWidth to get the original.',
};

const TOO_MANY: RestRefusal = {
  code: 'unavailable',
  detail: 'Too many screenshots of your organization are already waiting to be scaled.',
};
const JPEG_HEADERS = { 'content-type': SCREENSHOT_CONTENT_TYPE, 'x-content-type-options': 'nosniff' };
/** A newer picture that comes while the last one is read is answered with in its place; nobody sends them faster than this. */
const REPLACED_MOST = 3;

/** A command brings one picture and no picture changes: so the command names it, and with the width what is made of it. */
const etagOf = (commandId: string, width: number | undefined): string =>
  width === undefined ? `"${commandId}"` : `"${commandId}-${width}"`;

/** GET /api/signs/:id/screenshot (contract, sections 3 and 3.2). */
export function addScreenshotRoute(router: Router, deps: { db: Db; random: Random; commands: CommandsService }): void {
  const { db, random, commands } = deps;
  const pictures = createScaledPictures(createPictureScaler());

  router.route('GET /api/signs/:id/screenshot', async ({ params, query: { maxWidth }, caller, role, raw }) => {
    const sign = await openSign(db, params.id, caller.userId, role);
    if ('code' in sign) return sign;
    const { organizationId } = sign;
    const width = maxWidth === undefined ? undefined : stepBelow(maxWidth);
    for (let tries = 0; tries < REPLACED_MOST; tries += 1) {
      const screenshot = await findScreenshot(db, sign, commands.screenshotsSinceMs());
      if (!screenshot) return NONE;
      const { commandId, capturedAt } = screenshot;
      const etag = etagOf(commandId, width);
      const headers = { etag, [SCREENSHOT_TIME_HEADER]: capturedAt.toISOString() };
      if (namesEtag(raw.headers['if-none-match'], etag)) return answer(304, undefined, headers);
      const read = () => readScreenshotImage(db, sign.id, commandId);
      const picture = await (width === undefined ? read() : pictures.of({ organizationId, etag, width, read }));
      if (picture === 'too many') return { ...TOO_MANY, retryAfterMs: spreadRetryMs(random) };
      if (picture === 'unreadable') return UNREADABLE;
      if (picture !== null) return answer(200, picture, { ...headers, ...JPEG_HEADERS });
    }
    return NONE;
  });
}
