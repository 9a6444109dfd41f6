import type { Words } from './english.ts';
import { account } from './german/account.ts';
import { claims } from './german/claims.ts';
import { common } from './german/common.ts';
import { signInPages } from './german/sign-in.ts';
import { events } from './german/events.ts';
import { fields } from './german/fields.ts';
import { installable } from './german/app-install.ts';
import { live } from './german/live-status.ts';
import { marks } from './german/marks.ts';
import { shell } from './german/shell.ts';
import { states } from './german/page-states.ts';
import { trouble } from './german/errors.ts';
import { wall } from './german/wall.ts';

export const german: Words = {
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
