import type { Static } from 'typebox';
import { oneOf } from './common-schemas.ts';

/** The languages of pages and mails. */
export const Language = oneOf(['en', 'de'] as const);
export type Language = Static<typeof Language>;
