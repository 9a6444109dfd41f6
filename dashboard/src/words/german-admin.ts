import type { englishAdmin } from './english-admin.ts';
import { people } from './german/people.ts';

export const germanAdmin: typeof englishAdmin = { people };
