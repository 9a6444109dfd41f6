import { encode } from 'jpeg-js';
import { LRUCache } from 'lru-cache';
import type { Screenshot } from '@sign-display/kiosk-agent/ports';
import { createLettering } from '../drawing/lettering.ts';
import { drawScene, type Scene } from './draw-scene.ts';

/** Pictures of virtual screens. The same scene gives the same pixels, and is drawn and encoded once for the whole fleet while there is room. */
export interface Camera {
  /**
   * A JPEG in the shape of the sign's screen, at most `maxWidth` pixels wide. `words` are in it as a comment, so that two pictures of the same scene are told apart; so are
   * those of a real camera.
   */
  take(
    scene: Scene,
    sign: { name: string; screen: { width: number; height: number } },
    maxWidth: number,
    words: string,
  ): Screenshot;
}

/** The longer side. Enough to read on a plate and on a sign's own page, and quick to encode: a fleet shares one core with its service. */
const LONGER_SIDE = 640;
const QUALITY = 82;
/** Some 10 kB each. */
const MOST_KEPT = 1_000;
const START_BYTES = 2;
const COMMENT_LENGTH = 2_000;

/** The JPEG with a comment at its beginning. */
function withComment(jpeg: Uint8Array, words: string): Buffer {
  const text = Buffer.from(words.slice(0, COMMENT_LENGTH), 'utf8');
  const head = Buffer.from([0xff, 0xfe, 0, 0]);
  // The length of a segment includes its own two bytes and excludes the marker's.
  head.writeUInt16BE(text.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, START_BYTES), head, text, jpeg.subarray(START_BYTES)]);
}

export function createCamera(): Camera {
  const lettering = createLettering();
  const kept = new LRUCache<string, Uint8Array>({ max: MOST_KEPT });

  return {
    take(scene, { name, screen }, maxWidth, words) {
      const share = LONGER_SIDE / Math.max(screen.width, screen.height);
      const width = Math.max(1, Math.min(maxWidth, Math.round(screen.width * share)));
      const height = Math.max(1, Math.round((width * screen.height) / screen.width));
      const key = JSON.stringify([width, height, scene, name]);
      let jpeg = kept.get(key);
      if (jpeg === undefined) {
        const { pixels } = drawScene(scene, name, { width, height }, lettering);
        jpeg = encode({ data: pixels, width, height }, QUALITY).data;
        kept.set(key, jpeg);
      }
      return { image: withComment(jpeg, words), width, height };
    },
  };
}
