import type { PhotoResult } from './photo-result.ts';
import { openReader } from './reading/reader.ts';

/** Looks for a sign's QR in a photo (`<input type=file accept="image/*" capture="environment">`), off the page's thread. Rejects where the reader did not load. */
export async function readPhoto(photo: Blob): Promise<PhotoResult> {
  const reader = openReader();
  try {
    return await reader.readPhoto(photo);
  } finally {
    reader.close();
  }
}
