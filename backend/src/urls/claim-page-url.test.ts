import { expect, test } from 'vitest';
import { claimUrlOf } from './claim-page-url.ts';

test.each([
  ['https://signs.example.com', 'https://signs.example.com/claim'],
  ['http://192.168.1.20:3000/', 'http://192.168.1.20:3000/claim'],
])('K8: a sign of %s shows %s below its code', (publicUrl, claimUrl) => expect(claimUrlOf(publicUrl)).toBe(claimUrl));

test.each([
  'http://localhost:3000',
  'http://127.0.0.1:3000/',
  'http://[::1]:3000',
  'http://0.0.0.0:3000',
  'http://[::]:3000',
])('K8: a sign shows no address that only its own machine can open (%s)', (publicUrl) =>
  expect(claimUrlOf(publicUrl)).toBeNull(),
);
