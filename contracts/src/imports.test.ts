import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const folder = fileURLToPath(new URL('.', import.meta.url));
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.startsWith('testing'),
);

describe('contracts stand at the ground', () => {
  test('there are files to look at', () => {
    expect(files).toContain('kiosk-events.ts');
    expect(files.some((name) => name.startsWith('rest'))).toBe(true);
  });

  test.each(files)('%s imports typebox and its neighbours, nothing else', (name) => {
    const source = readFileSync(folder + name, 'utf8');
    const imported = [...source.matchAll(/^(?:import|export)[^'"`;]*?from '([^']+)'|\bimport\s*\(?\s*'([^']+)'/gm)];
    for (const [, from, bare] of imported) expect(from ?? bare).toMatch(/^(typebox(\/.*)?|\.\.?\/[\w./-]+\.ts)$/);
    for (const [, from] of imported) expect(from).not.toMatch(/testing\//);
    expect(source).not.toMatch(/\brequire\s*\(/);
  });

  test.each(files)(
    '%s declares no global, because Node, browsers and k6 share only the globals of ECMAScript',
    (name) => {
      expect(readFileSync(folder + name, 'utf8')).not.toMatch(/^\s*(export )?declare\b/m);
    },
  );
});
