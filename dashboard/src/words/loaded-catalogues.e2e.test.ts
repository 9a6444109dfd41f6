import { join } from 'node:path';
import { expect, test } from 'vitest';
import { build, type Rolldown } from 'vite';

/** What the built pages carry of the catalogues. */

test('D6: a reader loads the words of one language: each catalogue is a script of its own, which no other script imports at once', async () => {
  const built = await build({ root: join(import.meta.dirname, '../..'), logLevel: 'warn', build: { write: false } });
  const { output } = built as Rolldown.RolldownOutput;
  const chunks = output.filter((part) => part.type === 'chunk');
  for (const language of ['english', 'german']) {
    const catalogues = chunks.filter(({ moduleIds }) => moduleIds.some((id) => id.includes(`/words/${language}/`)));
    expect(catalogues.map(({ name }) => name).toSorted()).toEqual([
      language,
      `${language}-admin`,
      `${language}-claiming`,
      `${language}-first-sign`,
      `${language}-wall`,
      // Words of dialogs on a sign's page and on pages for admins.
      'unsaved-changes',
    ]);
    const files = catalogues.map(({ fileName }) => fileName);
    const importers = chunks.filter(({ imports }) => imports.some((file) => files.includes(file)));
    // The way to a first sign claims it, so its catalogue brings that of the claim. Those of signs and admins bring the dialogs.
    expect(importers.map(({ name }) => name).toSorted()).toEqual([
      `${language}-admin`,
      `${language}-first-sign`,
      `${language}-wall`,
    ]);
    // A phone that claims signs does not load the words of the wall, nor a wall those of the claim or of admins.
    const everybodys = catalogues.find(({ name }) => name === language)!;
    expect(
      everybodys.moduleIds.filter((id) =>
        /\/(?:map|sign|sign-tabs|outages|claiming|claim-recovery|people|settings|conflict)\.ts$/.test(id),
      ),
    ).toEqual([]);
  }
});
