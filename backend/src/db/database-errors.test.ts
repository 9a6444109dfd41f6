import { describe, expect, test } from 'vitest';
import { isDatabaseUnavailable, isForeignKeyViolation, isUniqueViolation } from './database-errors.ts';

const withCode = (code: string, more = {}) => Object.assign(new Error('told by the server'), { code, ...more });

describe('violations', () => {
  test('are told by code and by constraint, through wrapping', () => {
    const error = new Error('claim', { cause: withCode('23505', { constraint: 'sign_device_unique' }) });
    expect(isUniqueViolation(error)).toBe(true);
    expect(isUniqueViolation(error, 'sign_device_unique')).toBe(true);
    expect(isUniqueViolation(error, 'another')).toBe(false);
    expect(isForeignKeyViolation(error)).toBe(false);
    expect(isForeignKeyViolation(withCode('23503'))).toBe(true);
  });
});

describe('unavailable', () => {
  const unavailable = [
    ...['ECONNREFUSED', 'ECONNRESET', '57P01', '57P03', '08006', '53300'].map((code) => withCode(code)),
    withCode('ENOENT', { syscall: 'connect' }),
    new Error('Connection terminated unexpectedly'),
    new Error('timeout exceeded when trying to connect'),
    new Error('wrapped', { cause: withCode('57P01') }),
  ];
  test.for(unavailable)('is %s', (error) => expect(isDatabaseUnavailable(error)).toBe(true));

  const circle = new Error('circle');
  circle.cause = circle;
  const others = [
    ...['23505', '42601', '40001', 'ENOENT', 'EACCES'].map((code) => withCode(code)),
    new Error('no result'),
    circle,
    null,
    undefined,
    'Connection terminated',
  ];
  test.for(others)('is not %s', (error) => expect(isDatabaseUnavailable(error)).toBe(false));
});
