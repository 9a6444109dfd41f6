import type { Client } from '@sign-display/client/client';
import { asked, type Trouble } from './session.ts';

/** The sign's last screenshot, a JPEG of at most `maxWidth` px; or why there is none: `body` null where no reply came, or its bytes broke off. */
export type Screenshot = { ok: true; jpeg: Blob } | { ok: false; body: Trouble };

export async function readScreenshot(client: Client, id: string, maxWidth: number): Promise<Screenshot> {
  const answer = await asked(client.call('GET /api/signs/:id/screenshot', { params: { id }, query: { maxWidth } }));
  if (!answer.ok) return { ok: false, body: answer.body };
  // Only what was asked for by its tag is answered without bytes.
  if (answer.status !== 200) return { ok: false, body: null };
  try {
    return { ok: true, jpeg: new Blob([await answer.body.arrayBuffer()], { type: 'image/jpeg' }) };
  } catch {
    return { ok: false, body: null };
  }
}
