import type { englishAdmin } from './english-admin.ts';
import { audit } from './german/audit.ts';
import { conflict } from './german/conflict.ts';
import { contentFetches } from './german/content-fetches.ts';
import { people } from './german/people.ts';
import { settings } from './german/settings.ts';
import { system } from './german/system.ts';
import { leave } from './german/unsaved-changes.ts';

export const germanAdmin: typeof englishAdmin = { people, settings, system, audit, contentFetches, conflict, leave };
