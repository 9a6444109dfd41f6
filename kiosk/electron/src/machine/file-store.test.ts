import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createFileStore } from './file-store.ts';
import { createPowerCutDisk, type Choose, type PowerCutDisk } from './testing/power-cut-disk.ts';

const FOLDER = '/data';
const FILES = ['kiosk.json', 'kiosk.json.previous', 'secret.json', 'secret.json.previous'].map((n) => `${FOLDER}/${n}`);

interface Identity {
  signId: string;
  deviceSecret: string;
}
interface Document {
  count: number;
  identity: Identity | null;
}
const identityOf = (number: number): Identity | null =>
  number === 0 ? null : { signId: `sign-${number}`, deviceSecret: `secret-of-${number}` };

/** Numbers of identities; most documents keep the one before. */
const anyIdentities = fc.array(fc.constantFrom(1, 1, 1, 1, 2, 3, 0), { minLength: 1, maxLength: 6 });
const anyChoices = fc.infiniteStream(fc.nat());
const chooser = (choices: Iterator<number>): Choose => {
  return (most) => (choices.next().value as number) % (most + 1);
};

async function write(disk: PowerCutDisk, documents: readonly Document[]): Promise<{ last: Document | null }> {
  const store = createFileStore(disk, FOLDER);
  let last: Document | null = null;
  for (const document of documents) {
    await store.write(document);
    last = document;
  }
  return { last };
}

describe('K3: the store on a disk that loses what was not synced', () => {
  test('a power cut at any call leaves the last document that was written, or the one being written, with its secret', async () => {
    const life = fc.record({ identities: anyIdentities, cutAt: fc.integer({ min: 1, max: 90 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(life, { minLength: 1, maxLength: 5 }), anyChoices, async (lives, choices) => {
        const disk = createPowerCutDisk();
        let count = 0;
        let durable: Document | null = null;
        for (const { identities, cutAt } of lives) {
          const store = createFileStore(disk, FOLDER);
          const possible: (Document | null)[] = [durable];
          disk.cutAt(cutAt);
          try {
            for (const number of identities) {
              count += 1;
              const document: Document = { count, identity: identityOf(number) };
              possible.push(document);
              await store.write(document);
              possible.splice(0, possible.length, document);
            }
          } catch {
            // The power is gone.
          }
          disk.powerOn(chooser(choices[Symbol.iterator]()));
          const { document, damaged } = await createFileStore(disk, FOLDER).read();
          expect(possible).toContainEqual(document);
          expect(damaged).toBe(false);
          durable = document as Document | null;
        }
      }),
      { numRuns: 1_000 },
    );
  });

  test('a power cut at each single call of a first start, a change, a wipe and the start after it loses nothing', async () => {
    const documents = [1, 1, 0, 2, 2].map((number, index) => ({ count: index, identity: identityOf(number) }));
    const whole = createPowerCutDisk();
    await write(whole, documents);
    expect(whole.calls()).toBeGreaterThan(40);
    for (let cutAt = 1; cutAt <= whole.calls(); cutAt += 1)
      for (const survives of [0, 1]) {
        const disk = createPowerCutDisk();
        const store = createFileStore(disk, FOLDER);
        disk.cutAt(cutAt);
        let written = 0;
        try {
          for (const document of documents) {
            await store.write(document);
            written += 1;
          }
        } catch {
          // The power is gone.
        }
        disk.powerOn((most) => Math.min(most, survives));
        const { document } = await createFileStore(disk, FOLDER).read();
        expect([documents[written - 1] ?? null, documents[written] ?? null]).toContainEqual(document);
      }
  });

  test('one damaged file costs at most the newest change and never the identity, and is told', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...FILES),
        fc.integer({ min: 2, max: 5 }),
        anyChoices,
        async (name, writes, choices) => {
          const disk = createPowerCutDisk();
          const documents = Array.from({ length: writes }, (_, count) => ({ count, identity: identityOf(1) }));
          await write(disk, documents);
          disk.damage(name, chooser(choices[Symbol.iterator]()));
          const store = createFileStore(disk, FOLDER);
          const { document, damaged } = await store.read();
          expect(documents.slice(-2)).toContainEqual(document);
          // The previous copies are looked at only where they are needed.
          expect(damaged).toBe(!name.endsWith('.previous'));
          expect(store.damaged()).toEqual(damaged ? [name] : []);
          if (damaged) expect(disk.names()).toContain(`${name}.damaged`);
          await store.write({ count: 99, identity: identityOf(1) });
          expect((await createFileStore(disk, FOLDER).read()).document).toMatchObject({ count: 99 });
        },
      ),
      { numRuns: 500 },
    );
  });

  test('a sound copy is never replaced by a damaged one that could not be set aside', async () => {
    const disk = createPowerCutDisk();
    await write(disk, [
      { count: 1, identity: identityOf(1) },
      { count: 2, identity: identityOf(1) },
    ]);
    disk.damage(`${FOLDER}/kiosk.json`, () => 0);
    const store = createFileStore(disk, FOLDER);
    disk.failAt(1, 'EROFS');
    expect(await store.read()).toEqual({ document: { count: 1, identity: identityOf(1) }, damaged: true });
    disk.cutAt(6);
    await expect(store.write({ count: 3, identity: identityOf(1) })).rejects.toThrow('POWER_OFF');
    disk.powerOn((most) => most);
    expect((await createFileStore(disk, FOLDER).read()).document).toMatchObject({ identity: identityOf(1) });
  });

  test('a disk that is full, or fails, at any call rejects the write, and loses nothing', async () => {
    const failure = fc.record({
      at: fc.integer({ min: 1, max: 30 }),
      code: fc.constantFrom('ENOSPC', 'EIO'),
      times: fc.integer({ min: 1, max: 12 }),
    });
    await fc.assert(
      fc.asyncProperty(anyIdentities, failure, anyChoices, async (identities, { at, code, times }, choices) => {
        const disk = createPowerCutDisk();
        const store = createFileStore(disk, FOLDER);
        const first: Document = { count: 0, identity: identityOf(1) };
        await store.write(first);
        disk.failAt(at, code, times);
        const possible: Document[] = [first];
        for (const [index, number] of identities.entries()) {
          const document: Document = { count: index + 1, identity: identityOf(number) };
          possible.push(document);
          const written = await store.write(document).then(
            () => true,
            (error: Error) => expect(error.message).toContain(code) === undefined && false,
          );
          if (written) possible.splice(0, possible.length, document);
          expect(possible).toContainEqual((await createFileStore(disk, FOLDER).read()).document);
        }
        disk.powerOn(chooser(choices[Symbol.iterator]()));
        expect(possible).toContainEqual((await createFileStore(disk, FOLDER).read()).document);
      }),
      { numRuns: 500 },
    );
  });

  test('a document whose secret is gone is reported as damaged, and is no identity', async () => {
    const disk = createPowerCutDisk();
    await write(disk, [{ count: 1, identity: identityOf(1) }]);
    for (const name of FILES.filter((name) => name.includes('secret'))) disk.damage(name, () => 0);
    expect(await createFileStore(disk, FOLDER).read()).toEqual({ document: null, damaged: true });
  });

  test('the secret stands in its own file alone, and after a wipe in none', async () => {
    const disk = createPowerCutDisk();
    const text = async (name: string): Promise<string> => String(await disk.read(name));
    await write(disk, [
      { count: 1, identity: identityOf(1) },
      { count: 2, identity: identityOf(1) },
    ]);
    for (const name of FILES)
      expect((await text(name)).includes('secret-of-1')).toBe(name.startsWith(`${FOLDER}/secret`));
    await write(disk, [{ count: 3, identity: null }]);
    await write(disk, [{ count: 4, identity: identityOf(2) }]);
    await write(disk, [{ count: 5, identity: identityOf(2) }]);
    for (const name of FILES) expect(await text(name)).not.toContain('secret-of-1');
  });
});
