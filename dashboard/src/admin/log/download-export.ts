import type { Clock } from '@sign-display/contracts/clock-and-random';

/** Reads an export row by row, so that the page can show the progress. */

const NEWLINE = 0x0a;
const ROWS_PER_UPDATE_MS = 200;

function newlinesIn(chunk: Uint8Array): number {
  let count = 0;
  for (const byte of chunk) if (byte === NEWLINE) count += 1;
  return count;
}

/**
 * Resolves with the whole file. `onRows` gets the number of lines so far, at most five times a second. Rejects if the
 * response breaks off, and with an `AbortError` after an abort. Only cells of CSV can contain line feeds, so the number
 * of lines may be too high for CSV.
 */
export async function readExport(
  response: Response,
  { nowMs, onRows }: { nowMs(): number; onRows(rows: number): void },
): Promise<Blob> {
  const type = response.headers.get('content-type') ?? '';
  // A browser may store a Blob on disk, which it can't do with an array of this page.
  let whole = new Blob([], { type });
  let parts: Uint8Array<ArrayBuffer>[] = [];
  let lines = 0;
  let saidMs = 0;
  const reader = response.body!.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value as Uint8Array<ArrayBuffer>);
    lines += newlinesIn(value);
    if (nowMs() - saidMs < ROWS_PER_UPDATE_MS) continue;
    saidMs = nowMs();
    onRows(lines);
    whole = new Blob([whole, ...parts], { type });
    parts = [];
  }
  onRows(lines);
  return new Blob([whole, ...parts], { type });
}

/** Returns the file name of a response; `otherwise` if it has none. */
export const fileNameOf = (response: Response, otherwise: string): string =>
  /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? otherwise;

/** Saves a file among the browser's downloads. */
export function save(file: Blob, name: string, clock: Clock): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // By then, the browser has begun to read the file.
  clock.after(60_000, () => URL.revokeObjectURL(url));
}
