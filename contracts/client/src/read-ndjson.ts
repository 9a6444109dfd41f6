import type { LinesEnd } from '@sign-display/contracts/common-schemas';
import type { Reply } from './call-types.ts';

/** NDJSON whose last line says that it is the last (`LinesEnd`), read as it comes. */

/** The answer has no end, or another than its own. */
export class BrokenOff extends Error {
  override name = 'BrokenOff';
}

async function* textsOf({ body }: Reply): AsyncGenerator<string> {
  if (!body) return;
  // A character may stand across two chunks.
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read())
      yield decoder.decode(part.value, { stream: true });
  } finally {
    // Of who stops early, nothing more is to come.
    await reader.cancel().catch(() => {});
  }
}

/** Every line but the last. Throws `BrokenOff` where the connection was cut, or the last line is missing, or counts otherwise. */
export async function readLines(reply: Reply): Promise<unknown[]> {
  const items: unknown[] = [];
  let rest = '';
  try {
    for await (const text of textsOf(reply)) {
      const lines = (rest + text).split('\n');
      rest = lines.pop()!;
      for (const line of lines) items.push(JSON.parse(line));
    }
  } catch (error) {
    throw new BrokenOff(`it was cut off after ${items.length} lines`, { cause: error });
  }
  const last = items.pop() as Partial<LinesEnd> | null | undefined;
  if (rest !== '' || last?.end !== true) throw new BrokenOff(`it has no end after ${items.length} lines`);
  if (last.total !== items.length) throw new BrokenOff(`${items.length} lines came of ${last.total}`);
  return items;
}
