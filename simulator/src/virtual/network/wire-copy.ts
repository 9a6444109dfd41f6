/** A message as the other end gets it: nothing is shared, what JSON can't say is gone, and what is binary travels beside the text. */
interface WireCopy {
  value: unknown;
  bytes: number;
}

export function copyOverWire(payload: unknown): WireCopy {
  const binaries: Uint8Array[] = [];
  const text = JSON.stringify(payload ?? null, function (this: Record<string, unknown>, key: string, value: unknown) {
    const own = this[key];
    if (!(own instanceof Uint8Array)) return value;
    binaries.push(own.slice());
    return { $binary: binaries.length - 1 };
  });
  const size = binaries.reduce((sum, { byteLength }) => sum + byteLength, text.length);
  if (binaries.length === 0) return { value: JSON.parse(text) as unknown, bytes: size };
  const value = JSON.parse(text, (_key, part: unknown) => {
    const index = (part as { $binary?: number } | null)?.$binary;
    return typeof index === 'number' ? binaries[index] : part;
  }) as unknown;
  return { value, bytes: size };
}
