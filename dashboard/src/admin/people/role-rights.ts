import type { Role } from '@sign-display/contracts/roles';
import type { AdminWords } from '../../words/admin-words-loader.ts';

type Right = keyof AdminWords['people']['roles']['rows'];

/** What the weakest role is that has each right, in the groups of the page. A test compares it with the routes. */
export const RIGHTS: readonly {
  group: keyof AdminWords['people']['roles']['groups'];
  rights: readonly (readonly [Right, Role])[];
}[] = [
  {
    group: 'see',
    rights: [
      ['walls', 'viewer'],
      ['inbox', 'viewer'],
      ['fetches', 'viewer'],
      ['attempts', 'operator'],
      ['audit', 'admin'],
    ],
  },
  {
    group: 'signs',
    rights: [
      ['claim', 'operator'],
      ['content', 'operator'],
      ['commands', 'operator'],
      ['acknowledge', 'operator'],
      ['device', 'admin'],
      ['unregister', 'admin'],
    ],
  },
  {
    group: 'organization',
    rights: [
      ['events', 'admin'],
      ['people', 'admin'],
      ['settings', 'admin'],
      ['owners', 'owner'],
    ],
  },
];
