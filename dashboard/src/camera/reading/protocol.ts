/** What the page asks of the worker that reads codes: one thing at a time. */
export type ReaderRequest = { frame: VideoFrame | ImageBitmap } | { photo: Blob };

/** The texts of all QRs; null: the browser can't open the photo. */
export interface ReaderReply {
  texts: string[] | null;
}
