import { account } from './english/account.ts';
import { claims } from './english/claims.ts';
import { common } from './english/common.ts';
import { signInPages } from './english/sign-in.ts';
import { events } from './english/events.ts';
import { fields } from './english/fields.ts';
import { installable } from './english/app-install.ts';
import { live } from './english/live-status.ts';
import { marks } from './english/marks.ts';
import { shell } from './english/shell.ts';
import { states } from './english/page-states.ts';
import { trouble } from './english/errors.ts';
import { wall } from './english/wall.ts';

/** Every word of the pages in English, which is the first language: the others have the same keys. A file an area; what takes a part is a function of it. */
export const english = {
  common,
  marks,
  trouble,
  signInPages,
  shell,
  account,
  events,
  fields,
  live,
  installable,
  states,
  claims,
  wall,
};

export type Words = typeof english;
