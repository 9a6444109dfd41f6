import type { PhotoResult } from '../parse-photo-texts.ts';
import type { ReaderReply, ReaderRequest } from './reader-message-types.ts';
// Vite makes the export: the address of a bundle of its own.
// oxlint-disable-next-line import/default
import workerUrl from './reader.worker.ts?worker&url';

/** Reads codes in a worker of its own; one picture at a time. */
export interface CodeReader {
  /** What `video` shows now. Rejects if the worker did not load or broke or could not read it, or was closed meanwhile. */
  readFrame(video: HTMLVideoElement): Promise<PhotoResult>;
  /** The same of a file, which may never settle until this is closed. */
  readPhoto(photo: Blob): Promise<PhotoResult>;
  close(): void;
}

/** What `video` shows now: without a copy where the browser can, null where there is nothing to see yet (readyState lags behind the first frame). */
async function frameOf(video: HTMLVideoElement): Promise<VideoFrame | ImageBitmap | null> {
  if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return null;
  if (typeof VideoFrame === 'function') return new VideoFrame(video);
  return createImageBitmap(video);
}

/** Fetches the worker's script ahead, into the browser's cache: a person who is about to scan does not wait for it. What goes wrong shows when it is needed. */
export async function fetchReaderAhead(): Promise<void> {
  await fetch(workerUrl, { priority: 'low' }).catch(() => undefined);
}

export function openReader(): CodeReader {
  const worker = new Worker(workerUrl, { type: 'module' });
  let settle: { resolve: (result: PhotoResult) => void; reject: (error: Error) => void } | null = null;
  let broken: Error | null = null;

  function breakDown(message: string): void {
    broken = new Error(message);
    worker.terminate();
    settle?.reject(broken);
  }
  worker.addEventListener('error', () => breakDown('the reader of codes broke'));
  worker.addEventListener('message', ({ data }: MessageEvent<ReaderReply>) => {
    if ('failure' in data) settle?.reject(new Error(data.failure));
    else settle?.resolve(data.result);
  });

  const ask = (request: ReaderRequest, transfer: Transferable[]): Promise<PhotoResult> =>
    new Promise((resolve, reject) => {
      if (broken) return reject(broken);
      settle = { resolve, reject };
      worker.postMessage(request, transfer);
    });

  return {
    async readFrame(video) {
      const frame = await frameOf(video).catch(() => null);
      if (frame === null) return { kind: 'no_qr' };
      return ask({ frame }, [frame]);
    },
    readPhoto: (photo) => ask({ photo }, []),
    close: () => breakDown('the reader of codes was closed'),
  };
}
