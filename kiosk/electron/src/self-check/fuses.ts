/** Fuses: bits in Electron's program itself, behind a marker (docs/tutorial/fuses of Electron). Electron has them since version 12. */
const MARKER = Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX');
const FIRST_WITH_FUSES = 12;
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
 * The fuses of a program by name; `none` for an Electron that has no fuses. Empty where a newer one's were not found (macOS keeps them in another file): then
 * nothing is known of them.
 */
export function readFuses(program: Buffer, electronVersion: string): Record<string, boolean> | 'none' {
  if (Number.parseInt(electronVersion, 10) < FIRST_WITH_FUSES) return 'none';
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
