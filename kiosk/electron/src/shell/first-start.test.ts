import { expect, test } from 'vitest';
import type { Face } from '@sign-display/kiosk-screen/model';
import { createFirstStart } from './first-start.ts';

test('K8: the first start stores the URL only if the service answers there, and only once', async () => {
  const faces: Face[] = [];
  const found: string[] = [];
  const answers = ['no_answer', 'ours'] as const;
  let asked = 0;
  const submit = createFirstStart({
    faces: { show: (face) => void faces.push(face) },
    probe: () => Promise.resolve(answers[asked++]!),
    found: (origin) => void found.push(origin),
  });
  await submit('ftp://signs.example');
  await Promise.all([submit('signs.example'), submit('another.example')]);
  expect(found).toEqual([]);
  await Promise.all([submit('signs.example'), submit('signs.example')]);
  await submit('another.example');
  expect(found).toEqual(['https://signs.example']);
  expect(faces.map((face) => face.kind === 'first_start' && (face.checking ? 'checking' : face.problem))).toEqual([
    null,
    'malformed',
    'checking',
    'no_answer',
    'checking',
  ]);
});
