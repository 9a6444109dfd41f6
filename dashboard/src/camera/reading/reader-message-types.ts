import type { PhotoResult } from '../parse-photo-texts.ts';

/** What the page asks of the worker that reads codes: one thing at a time. */
export type ReaderRequest = { frame: VideoFrame | ImageBitmap } | { photo: Blob };

/** What the picture showed. The worker says it, and not the texts: to check a code against its sign's identity takes a slow phone's page 30 ms. Or why it could not be read: a browser without memory for so many pixels, for one. */
export type ReaderReply = { result: PhotoResult } | { failure: string };
