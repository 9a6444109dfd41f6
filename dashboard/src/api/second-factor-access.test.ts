import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openOrganizations, shutOrganizations } from './second-factor-access.ts';

const organization = fc.record({
  id: fc.uuid(),
  name: fc.string(),
  role: fc.constantFrom('viewer', 'operator', 'admin', 'owner'),
  mfaRequired: fc.boolean(),
});

test('A6: a session with a second factor opens all organizations; one without opens exactly those that require none', () => {
  fc.assert(
    fc.property(fc.boolean(), fc.array(organization), (mfa, organizations) => {
      const me = { mfa, organizations };
      expect(openOrganizations(me)).toEqual(organizations.filter(({ mfaRequired }) => mfa || !mfaRequired));
      expect(shutOrganizations(me)).toEqual(organizations.filter((one) => !openOrganizations(me).includes(one)));
    }),
  );
});
