import type { Checker } from './checker.ts';
import { service } from './service.ts';

export const CHECKERS: readonly Checker[] = [service];
