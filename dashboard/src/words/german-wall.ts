import type { englishWall } from './english-wall.ts';
import { away } from './german/service-away.ts';
import { wallActions } from './german/wall-actions.ts';
import { mail } from './german/mail-setup.ts';
import { map } from './german/map.ts';
import { outages } from './german/outages.ts';
import { sign } from './german/sign.ts';
import { views } from './german/wall-views.ts';

export const germanWall: typeof englishWall = { away, wallActions, mail, map, sign, outages, views };
