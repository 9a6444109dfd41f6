import * as fc from 'fast-check';
import { Compile } from 'typebox/compile';
import { describe, expect, test } from 'vitest';
import { BackendToDashboard, DashboardHandshake, DashboardToBackend } from './dashboard-events.ts';
import { arbitraryOf } from './testing/schema-arbitrary.ts';

const UUID = '01936f5e-7a3c-7c11-8f00-0a1b2c3d4e5f';
const SIGN_ID = '3f2b8c1e-7d4a-4e9b-9c55-0a1b2c3d4e5f';

const all = { handshake: DashboardHandshake, ...DashboardToBackend, ...BackendToDashboard };

describe.each(Object.entries(all))('%s', (_, schema) => {
  const validator = Compile(schema);

  test('takes whatever fits the schema, and ignores fields of tomorrow', () => {
    fc.assert(
      fc.property(arbitraryOf(schema), (value) => {
        expect([...validator.Errors(value)]).toEqual([]);
        expect(validator.Check({ ...(value as object), ofTomorrow: 1 })).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  test('refuses a message without a required field', () => {
    const { required = [] } = schema as { required?: string[] };
    fc.assert(
      fc.property(arbitraryOf(schema), (value) => {
        for (const key of required) {
          const { [key]: _missing, ...rest } = value as Record<string, unknown>;
          expect(validator.Check(rest)).toBe(false);
        }
      }),
      { numRuns: 10 },
    );
  });
});

describe('signs:patch', () => {
  const validator = Compile(BackendToDashboard['signs:patch']);

  test('holds the fields that changed, and always the id', () => {
    const change = { id: UUID, status: 'offline', presence: 'offline', url: null };
    expect(validator.Check({ cursor: 4, changes: [change], removed: [] })).toBe(true);
    expect(validator.Check({ cursor: 4, changes: [{ status: 'offline' }], removed: [] })).toBe(false);
    expect(validator.Check({ cursor: 4, changes: [{ ...change, status: 'green' }], removed: [] })).toBe(false);
  });
});

describe('claim:update', () => {
  const validator = Compile(BackendToDashboard['claim:update']);

  test.each([
    [{ step: 'sent' }, true],
    [{ step: 'sent', eventId: UUID }, true],
    [{ step: 'sent', eventId: 'the gala' }, false],
    [{ step: 'acknowledged' }, true],
    [{ step: 'committed' }, true],
    [{ step: 'failed', code: 'device_load_failed', reason: 'sign_timeout' }, true],
    [{ step: 'failed', code: 'device_no_ack' }, true],
    [{ step: 'claimed' }, false],
    [{ step: 'failed', reason: 'because' }, false],
  ])('%j fits: %s', (fields, fits) => {
    expect(validator.Check({ requestId: UUID, signId: SIGN_ID, ...fields })).toBe(fits);
  });
});
