import type { english } from './english.ts';
import { away } from './english/service-away.ts';
import { wallActions } from './english/wall-actions.ts';
import { mail } from './english/mail-setup.ts';
import { map } from './english/map.ts';
import { outages } from './english/outages.ts';
import { sign } from './english/sign.ts';
import { views } from './english/wall-views.ts';

/** The words of the wall, of a sign's page and of outages, in English. They are no part of `english`: a phone that claims signs does not load them. */
export const englishWall = { away, wallActions, mail, map, sign, outages, views };

/** The words of these pages: their own and everybody's. */
export type WallWords = typeof english & typeof englishWall;
