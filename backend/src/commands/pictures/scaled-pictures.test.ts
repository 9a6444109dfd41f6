import { expect, test } from 'vitest';
import { createScaledPictures } from './scaled-pictures.ts';

/** A scaler in the test's hand: what it was asked to scale, and when it ends. */
function createHeldScaler() {
  const scaling: { image: string; end(): void }[] = [];
  const pictures = createScaledPictures(
    (image) => new Promise((resolve) => scaling.push({ image: String(image), end: () => resolve(image) })),
  );
  return {
    scaling,
    of: (organizationId: string, name: string) =>
      pictures.of({ organizationId, etag: name, width: 64, read: async () => Buffer.from(name) }),
  };
}
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('a picture that many ask for at once is scaled once', async () => {
  const { scaling, of } = createHeldScaler();
  const asked = Array.from({ length: 20 }, () => of('ours', 'picture'));
  await settle();
  expect(scaling.map(({ image }) => image)).toEqual(['picture']);
  scaling[0]!.end();
  expect((await Promise.all(asked)).map(String)).toEqual(asked.map(() => 'picture'));
  expect(String(await of('ours', 'picture'))).toBe('picture');
  expect(scaling).toHaveLength(1);
});

test('R4: whoever asks for any number of pictures makes only their own organization’s unavailable, and another’s waits for one of them', async () => {
  const { scaling, of } = createHeldScaler();
  const ours = Array.from({ length: 1_000 }, (_, index) => of('ours', `ours ${index}`));
  const same = of('ours', 'ours 0');
  const other = of('other', 'other');
  await settle();
  expect(await same).toBe('too many');
  scaling[0]!.end();
  await settle();
  expect(scaling.at(-1)!.image).toBe('ours 2');
  scaling[1]!.end();
  await settle();
  expect(scaling.map(({ image }) => image)).toContain('other');
  scaling.find(({ image }) => image === 'other')!.end();
  expect(String(await other)).toBe('other');
  for (let ended = 0; ended < scaling.length; ended += 1) {
    scaling[ended]!.end();
    await settle();
  }
  const answers = await Promise.all(ours);
  const refused = answers.filter((answer) => answer === 'too many').length;
  // A node takes a hundred at once.
  expect(answers.length - refused).toBeLessThan(50);
  expect(answers.length - refused).toBeGreaterThan(30);
  const again = of('ours', 'ours 999');
  await settle();
  scaling.at(-1)!.end();
  expect(String(await again)).toBe('ours 999');
});

test('what fails to be read fails for those who ask, and is read again for the next', async () => {
  const pictures = createScaledPictures(async (image) => image);
  const asked = { organizationId: 'ours', etag: 'picture', width: 64 };
  const fail = async () => await Promise.reject(new Error('away'));
  for (let time = 0; time < 100; time += 1) await expect(pictures.of({ ...asked, read: fail })).rejects.toThrow('away');
  expect(String(await pictures.of({ ...asked, read: async () => Buffer.from('here') }))).toBe('here');
});
