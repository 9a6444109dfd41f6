import { isWrongPassword, type Trouble } from '../../../api/session.ts';

/** Shows a wrong password at the field `password`; `message` is what is said there. */
export const passwordTrouble = (why: Trouble, message: string): Trouble =>
  why && isWrongPassword(why) ? { ...why, errors: [{ path: '/password', message }] } : why;
