import { PASSWORD_CHARACTERS_LEAST } from '@sign-display/contracts/field-messages';
import type { Words } from '../english.ts';

export const common: Words['common'] = {
  language: 'de',
  product: 'Sign Display Service',
  email: 'E-Mail',
  name: 'Name',
  password: 'Passwort',
  newPassword: 'Neues Passwort',
  newPasswordHint: `Mindestens ${PASSWORD_CHARACTERS_LEAST} Zeichen. Ein paar Wörter sind leicht zu merken und schwer zu erraten.`,
  roles: { viewer: 'Betrachter', operator: 'Operator', admin: 'Admin', owner: 'Inhaber' },
  span: (count, unit) =>
    `${count} ${{ second: 's', minute: 'min', hour: 'h', day: count === 1 ? 'Tag' : 'Tagen' }[unit]}`,
};
