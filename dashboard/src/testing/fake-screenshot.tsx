import type { SignRow } from '@sign-display/contracts/rest/snapshot';

/** Screenshots for looking at cards: when they were taken, and as the service would answer. */

const GROUNDS = ['#102a43', '#f4d35e', '#14532d'];
const INKS = ['#f0f4f8', '#1d1a05', '#f0f4f8'];

/** With a picture, of a sign that went of the time before. */
export const withPicture = (row: SignRow, number: number, nowMs: number): SignRow => ({
  ...row,
  screenshotAt: new Date(
    (row.presence === 'online' ? nowMs : Date.parse(row.lastSeenAt!)) - 8_000 - (number % 20) * 3_000,
  ).toISOString(),
});

/** The answer of `GET /api/signs/:id/screenshot`. */
export async function madeUpPicture({ id }: SignRow) {
  const number = parseInt(id.slice(-4), 16);
  const canvas = Object.assign(document.createElement('canvas'), { width: 480, height: 270 });
  const to = canvas.getContext('2d')!;
  to.fillStyle = GROUNDS[number % 3]!;
  to.fillRect(0, 0, 480, 270);
  to.fillStyle = INKS[number % 3]!;
  to.font = '700 58px Archivo Variable, sans-serif';
  to.fillText('Willkommen', 34, 104);
  to.font = '30px Archivo Variable, sans-serif';
  to.fillText('Halle 4  ·  Beginn 20:00', 34, 156);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg'));
  return { ok: true, status: 200, body: blob! };
}
