import type { Checker, Watch } from './checker.ts';
import { assertPromise } from './assert-promise.ts';
import { mirror, type Mirror } from './shared-table-mirror.ts';
import type { SignRow } from './row-types.ts';

/** M3: a record says when the picture was taken that there is of its present device, and nothing where there is none. */
export const screenshotTimes: Checker = {
  promises: ['M3'],
  begin(world): Watch {
    const signs: Mirror<SignRow> = mirror(world, 'sign');
    return {
      async afterCommit(commits) {
        await signs.update(commits);
        if (!commits.some(({ tables }) => tables.has('sign') || tables.has('screenshot'))) return;
        const pictures = new Map((await world.records.of('screenshot')).map((row) => [row.sign_record_id, row]));
        for (const { id, name, device_sign_id: device, claim_request_id: claim, screenshot_at: told } of signs.rows()) {
          const picture = pictures.get(id);
          const isOwn = picture?.device_sign_id === device && picture?.claim_request_id === claim;
          const at = picture && isOwn ? (picture.captured_at as Date) : null;
          if (at !== null) world.coverage.hit('M3 record says when its picture was taken');
          assertPromise(told?.getTime() === at?.getTime(), 'M3', 'a record says another time of its picture', () => ({
            seen: { name, told },
            expected: at,
          }));
        }
      },
    };
  },
};
