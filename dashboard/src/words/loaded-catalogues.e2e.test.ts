import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { build, type Rolldown } from 'vite';
import { inProduction } from '../testing/production-build.ts';

/** The scripts of the built pages: which catalogues they carry, and how much script a wall waits for. */

let chunks: Rolldown.OutputChunk[];

beforeAll(async () => {
  const root = join(import.meta.dirname, '../..');
  const built = await inProduction(() => build({ root, logLevel: 'warn', build: { write: false } }));
  chunks = (built as Rolldown.RolldownOutput).output.filter((part) => part.type === 'chunk');
});

/** Below the bound of `npm run bench:wall`, which also counts the few scripts that are no modules (1.4 kB). */
const WALL_BYTES = 132_000;

/** What a wall loads before it is usable and live. Everything else is loaded when it is needed, or ahead of that once the page is live. */
const WALL_ENTRIES = ['/index.html', '/routes/event.tsx', '/words/english.ts', '/words/english-wall.ts'];

test('D1: a wall waits for at most 132 kB of gzipped script', () => {
  const needed = new Map<string, number>();
  const modules: string[] = [];
  function need({ fileName, code, imports, moduleIds }: Rolldown.OutputChunk): void {
    if (needed.has(fileName)) return;
    needed.set(fileName, gzipSync(code).length);
    modules.push(...moduleIds);
    for (const file of imports) need(chunks.find((chunk) => chunk.fileName === file)!);
  }
  for (const entry of WALL_ENTRIES) need(chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(entry))!);
  const total = [...needed.values()].reduce((sum, bytes) => sum + bytes, 0);
  console.log(`  a wall waits for ${total} bytes of gzipped script`);
  expect(total).toBeLessThanOrEqual(WALL_BYTES);
  // Two-step sign-in is loaded by those who turn it on, type a code, or lack it.
  expect(modules.filter((id) => /\/(?:features\/second-factor|account\/two-step|code-field)/.test(id))).toEqual([]);
});

test('D6: a reader loads the words of one language: each catalogue is a script of its own, which no other script imports at once', () => {
  for (const language of ['english', 'german']) {
    const catalogues = chunks.filter(({ moduleIds }) => moduleIds.some((id) => id.includes(`/words/${language}/`)));
    expect(catalogues.map(({ name }) => name).toSorted()).toEqual([
      // The dialog of two editors, of a sign's page and of pages for admins.
      'conflict',
      language,
      `${language}-admin`,
      `${language}-claiming`,
      `${language}-devices`,
      `${language}-first-sign`,
      `${language}-inbox`,
      `${language}-push`,
      `${language}-second-factor`,
      `${language}-wall`,
      // The dialog before unsaved changes are left.
      'unsaved-changes',
    ]);
    const files = catalogues.map(({ fileName }) => fileName);
    const importers = chunks.filter(({ imports }) => imports.some((file) => files.includes(file)));
    // The way to a first sign claims it, so its catalogue brings that of the claim. Those of signs and admins bring the dialogs.
    expect(importers.map(({ name }) => name).toSorted()).toEqual([
      `${language}-admin`,
      `${language}-first-sign`,
      `${language}-inbox`,
      `${language}-wall`,
    ]);
    // A phone that claims signs does not load the words of the wall, nor a wall those of the claim or of admins.
    const everybodys = catalogues.find(({ name }) => name === language)!;
    expect(
      everybodys.moduleIds.filter((id) =>
        /\/(?:map|sign|sign-tabs|outages|claiming|claim-recovery|people|settings|conflict|second-factor|push|inbox|subscription)\.ts$/.test(
          id,
        ),
      ),
    ).toEqual([]);
  }
});
