import { isWrongPassword, type Trouble } from '../api/session.ts';
import { Field } from '../ui/field.tsx';
import type { Words } from '../words/words.ts';
import type { FieldOfForm } from './create-form.tsx';

/** Where a password is changed: the one to be replaced. Its props are a form's `field(…)`. */
export const CurrentPassword = (props: FieldOfForm) => (
  <Field type="password" autocomplete="current-password" required maxLength={128} {...props} />
);

/** Shows a wrong current password at its field. */
export const atCurrentPassword = (words: Words, why: Trouble | undefined): Trouble | undefined =>
  why && isWrongPassword(why)
    ? { ...why, errors: [{ path: '/currentPassword', message: words.account.wrongPassword }] }
    : why;

/** For password managers: whose password this is. */
export const Username = (props: { email: string }) => (
  <input type="text" name="username" autocomplete="username" value={props.email} hidden readOnly />
);
