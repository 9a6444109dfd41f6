import { PASSWORD_CHARACTERS_LEAST } from '@sign-display/contracts/field-messages';

/** What more than one page says. */
export const common = {
  language: 'en',
  product: 'Sign Display Service',
  email: 'E-mail',
  name: 'Name',
  password: 'Password',
  newPassword: 'New password',
  newPasswordHint: `At least ${PASSWORD_CHARACTERS_LEAST} characters. A few words are easy to remember and hard to guess.`,
  roles: { viewer: 'Viewer', operator: 'Operator', admin: 'Admin', owner: 'Owner' },
  /** A length of time beside other words. */
  span: (count: number, unit: 'second' | 'minute' | 'hour' | 'day') =>
    `${count} ${{ second: 's', minute: 'min', hour: 'h', day: count === 1 ? 'day' : 'days' }[unit]}`,
};
