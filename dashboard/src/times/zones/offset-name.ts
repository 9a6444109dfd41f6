const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** `UTC+1`, `UTC−3:30`, `UTC`: how far a zone's clock is ahead of UTC. Pure. */
export function offsetName(offsetMs: number): string {
  if (offsetMs === 0) return 'UTC';
  const minutes = Math.round((Math.abs(offsetMs) % HOUR_MS) / MINUTE_MS);
  const hours = Math.floor(Math.abs(offsetMs) / HOUR_MS);
  return `UTC${offsetMs < 0 ? '−' : '+'}${hours}${minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`}`;
}
