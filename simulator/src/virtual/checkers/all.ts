import type { Checker } from './checker.ts';
import { notifications } from './notifications.ts';
import { presence } from './presence.ts';
import { service } from './service.ts';

export const CHECKERS: readonly Checker[] = [service, presence, notifications];
