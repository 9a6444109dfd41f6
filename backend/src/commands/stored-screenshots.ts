import { sql } from 'kysely';
import { Compile } from 'typebox/compile';
import { ScreenshotResult } from '@sign-display/contracts/kiosk-events';
import { LIMITS } from '@sign-display/contracts/limits';
import type { Db, Trx } from '../db/database-types.ts';
import { lockSignsThat } from '../signs/signs-repository.ts';
import { writeScreenshotAt } from '../signs/write-screenshot-time.ts';
import type { SignRow } from '../signs/sign-view.ts';
import type { CommandRow } from './commands-repository.ts';
import { hasJpegEnd, readJpegHeader } from './pictures/jpeg-header.ts';

/**
 * The last screenshot of a sign (contract, 3.1). It belongs to the link of its time: without that device the record shows another place, or
 * none, and there is no screenshot.
 */

/** A kiosk's clock may be wrong: its word stands, but nothing was captured after it arrived. A clock's usual drift is forgiven. */
const AHEAD_MOST_MS = 1_000;

const resultCheck = Compile(ScreenshotResult);

export interface Screenshot {
  capturedAtMs: number;
  width: number;
  height: number;
  image: Buffer;
}

/** Tells whether the result of a command can be a screenshot. */
export const isPicture = (result: unknown): boolean => resultCheck.Check(result);

/**
 * Reads a kiosk's result of a screenshot command, which arrived at `nowMs`. Returns `wrong`, in words, if the result is
 * no screenshot.
 */
export function readScreenshot(result: unknown, nowMs: number): Screenshot | { wrong: string } {
  if (!resultCheck.Check(result)) return { wrong: 'The result is not a screenshot.' };
  const { capturedAt, image } = result;
  if (!(image instanceof Uint8Array)) return { wrong: 'The image is not binary.' };
  if (image.byteLength > LIMITS.screenshotBytes) return { wrong: `The image has ${image.byteLength} bytes.` };
  const header = readJpegHeader(image);
  if (header === null) return { wrong: 'The image is not a JPEG.' };
  if (!hasJpegEnd(image)) return { wrong: 'The image is incomplete: its end is missing.' };
  // Whoever opens it makes room for all of them, however few bytes say so.
  if (header.width * header.height > LIMITS.screenshotPixels)
    return { wrong: `The image has ${header.width} × ${header.height} pixels.` };
  const claimedMs = Date.parse(capturedAt);
  const capturedAtMs = claimedMs > nowMs + AHEAD_MOST_MS ? nowMs : claimedMs;
  // Its size is what whoever opens it sees, whatever the kiosk says.
  return { capturedAtMs, ...header, image: Buffer.from(image.buffer, image.byteOffset, image.byteLength) };
}

/** What the command's row keeps of it. */
export const screenshotSummary = ({ capturedAtMs, width, height, image }: Screenshot): string =>
  JSON.stringify({ capturedAt: new Date(capturedAtMs).toISOString(), width, height, bytes: image.byteLength });

/**
 * Keeps a screenshot in the place of the one before, unless the record has lost the device that `command` was sent to. Who calls it has the record locked,
 * before the command (docs/locks.md). Whether it is kept.
 */
export async function storeScreenshot(
  trx: Trx,
  command: CommandRow,
  { capturedAtMs, image }: Screenshot,
  nowMs: number,
): Promise<boolean> {
  const { rows } = await sql<{ signRecordId: string }>`
    insert into screenshot (sign_record_id, device_sign_id, claim_request_id, command_id, captured_at, received_at, image)
    select id, device_sign_id, claim_request_id, ${command.id}::uuid, ${new Date(capturedAtMs)}, ${new Date(nowMs)}, ${image}
    from sign
    where id = ${command.signRecordId} and device_sign_id = ${command.deviceSignId}
      and claim_request_id is not distinct from ${command.claimRequestId}::uuid
    on conflict (sign_record_id) do update set
      device_sign_id = excluded.device_sign_id, claim_request_id = excluded.claim_request_id, command_id = excluded.command_id,
      captured_at = excluded.captured_at, received_at = excluded.received_at, image = excluded.image
    returning sign_record_id
  `.execute(trx);
  const kept = rows.map(({ signRecordId }) => signRecordId);
  await writeScreenshotAt(trx, kept, capturedAtMs);
  return kept.length > 0;
}

/** The last screenshot of a record's present device, if it came after `keptSinceMs`: which it is, without the image. */
export async function findScreenshot(db: Db, sign: SignRow, keptSinceMs: number) {
  if (sign.deviceSignId === null) return null;
  const row = await db
    .selectFrom('screenshot')
    .select(['capturedAt', 'commandId'])
    .where('signRecordId', '=', sign.id)
    .where('deviceSignId', '=', sign.deviceSignId)
    .where(sql<boolean>`claim_request_id is not distinct from ${sign.claimRequestId}::uuid`)
    .where('receivedAt', '>', new Date(keptSinceMs))
    .executeTakeFirst();
  return row ?? null;
}

/** The image that a command brought; null where a newer one has come, or the record has none any more. */
export async function readScreenshotImage(db: Db, signRecordId: string, commandId: string): Promise<Buffer | null> {
  const query = db.selectFrom('screenshot').select('image').where('signRecordId', '=', signRecordId);
  return (await query.where('commandId', '=', commandId).executeTakeFirst())?.image ?? null;
}

/** When the next picture is too old; null: there is none. By its index. */
export const nextTooOld = (keptMs: number) =>
  sql<Date | null>`(select min(received_at) from screenshot) + ${keptMs}::double precision * interval '1 millisecond'`;

/** Removes up to `most` of the screenshots that came before `keptSinceMs`; their records say so. Those records, for dashboards. */
export async function removeOldScreenshots(
  db: Db,
  keptSinceMs: number,
  most: number,
): Promise<{ id: string; organizationId: string }[]> {
  const isOld = sql<boolean>`received_at <= ${new Date(keptSinceMs)}`;
  return await db.transaction().execute(async (trx) => {
    const isOldOnes = sql<boolean>`id in (select sign_record_id from screenshot where ${isOld})`;
    const locked = await lockSignsThat(trx, isOldOnes, most);
    const { rows } = await sql<{ signRecordId: string }>`
      delete from screenshot where ${isOld} and sign_record_id = any(${locked}::uuid[]) returning sign_record_id`.execute(
      trx,
    );
    return await writeScreenshotAt(
      trx,
      rows.map(({ signRecordId }) => signRecordId),
      null,
    );
  });
}

/** Removes the screenshots of devices that their records have no more. The records have said so since then. */
export async function removeForeignScreenshots(db: Db): Promise<void> {
  await sql`
    delete from screenshot where not exists (
      select from sign
      where sign.id = screenshot.sign_record_id and sign.device_sign_id = screenshot.device_sign_id
        and sign.claim_request_id is not distinct from screenshot.claim_request_id
    )`.execute(db);
}
