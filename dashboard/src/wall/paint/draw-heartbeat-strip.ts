import type { Strip } from '../../event/heartbeat-minutes.ts';
import type { Kit } from './paint-kit-types.ts';
import type { Dress } from './palette.ts';
import type { Box } from './box-type.ts';

/** The heartbeats of the last hour at the foot of a plate: kept minutes lie on the line, which begins where the sign was known, a missed one stands up by its share, our own absence is a band in blue. In device pixels. */

/** In CSS px. */
const LINE = 1;
/** A minute is narrower than a pixel: what happened in it is seen all the same. */
const LEAST = 1;

/** `strip`: undefined before it is known; the line alone says nothing of what was missed. */
export function drawStrip({ brush, ratio }: Kit, strip: Strip | undefined, dress: Dress, box: Box): void {
  const { x, y, width, height } = box;
  const line = LINE * ratio;
  const known = strip ? (strip.first * width) / strip.hour.minutes : 0;
  brush.fillStyle = dress.line;
  brush.fillRect(x + known, y + height - line, width - known, line);
  if (!strip) return;
  const step = width / strip.hour.minutes;
  for (const { from, to } of strip.hour.away) {
    brush.fillStyle = dress.away;
    const wide = Math.max(2 * LEAST * ratio, (to - from) * step);
    brush.fillRect(Math.min(x + from * step, x + width - wide), y, wide, height);
  }
  brush.fillStyle = dress.missed;
  for (const { minute, share } of strip.missed) {
    const high = Math.max(line, share * height);
    const wide = Math.max(LEAST * ratio, step);
    brush.fillRect(Math.min(x + minute * step, x + width - wide), y + height - high, wide, high);
  }
}
