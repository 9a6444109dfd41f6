import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openOrganizations, shutOrganizations } from './second-factor-access.ts';

const organization = fc.record({
  id: fc.uuid(),
  name: fc.string(),
  role: fc.constantFrom('viewer', 'operator', 'admin', 'owner'),
  mfaRequired: fc.boolean(),
});

test('A6: a session without a second factor opens exactly the organizations that do not require one, and one with it opens all', () => {
  fc.assert(
    fc.property(fc.boolean(), fc.array(organization), (mfa, organizations) => {
      const me = { mfa, organizations };
      expect(openOrganizations(me)).toEqual(organizations.filter(({ mfaRequired }) => mfa || !mfaRequired));
      expect(shutOrganizations(me)).toEqual(organizations.filter((one) => !openOrganizations(me).includes(one)));
    }),
  );
});
