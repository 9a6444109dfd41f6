/**
 * Keeps a map of what strangers bring (addresses, callers) bounded. Past `most` entries it drops those that are `spent`: nobody gains by that. Where that
 * is not enough, it drops the ones that were set longest ago until half are left, so that a flood costs neither memory nor time.
 */
export function forgetOldest<Value>(map: Map<string, Value>, most: number, isSpent: (value: Value) => boolean): void {
  if (map.size <= most) return;
  for (const [key, value] of map) if (isSpent(value)) map.delete(key);
  for (const key of map.keys()) {
    if (map.size <= most / 2) return;
    map.delete(key);
  }
}
