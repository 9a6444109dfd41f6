/** Fuses: bits in Electron's program itself, behind a marker (docs/tutorial/fuses of Electron). */
const MARKER = Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX');
/** In the wire's order. */
const NAMES = [
  'runAsNode',
  'enableCookieEncryption',
  'enableNodeOptionsEnvironmentVariable',
  'enableNodeCliInspectArguments',
  'enableEmbeddedAsarIntegrityValidation',
  'onlyLoadAppFromAsar',
  'loadBrowserProcessSpecificV8Snapshot',
  'grantFileProtocolExtraPrivileges',
];
const ON = '1'.charCodeAt(0);

/**
 * Returns the fuses of a program by name. Empty if the marker is missing (on macOS it is in another file): then the
 * fuses are unknown.
 */
export function readFuses(program: Buffer): Record<string, boolean> {
  const at = program.indexOf(MARKER);
  if (at < 0) return {};
  // Behind the marker: the wire's version, its length, and a character for each fuse.
  const from = at + MARKER.length;
  const count = program[from + 1] ?? 0;
  const states = program.slice(from + 2, from + 2 + count);
  const found: Record<string, boolean> = {};
  for (const [index, name] of NAMES.entries()) if (index < states.length) found[name] = states[index] === ON;
  return found;
}
