import { expect, it } from 'vitest';
import { plainRedisWarning } from './plain-redis-warning.ts';

it.each([
  [null, false],
  ['redis://127.0.0.1:6379', false],
  ['redis://localhost', false],
  ['redis://[::1]:6379/0', false],
  ['rediss://redis.example:6380', false],
  ['redis://redis.example', true],
  ['redis://:password@10.0.0.5:6379/1', true],
])('X3: the start with REDIS_URL %s warns of clear text: %s', (url, isWarned) => {
  const warning = plainRedisWarning(url);
  expect(warning !== null).toBe(isWarned);
  expect(warning ?? '').not.toContain('password@');
});
