import { CLAIMS } from './claims.ts';
import { COMMAND_DEEDS } from './commands.ts';
import { CONTENT } from './content.ts';
import type { Happening } from './happening.ts';
import { ORGANIZATION_DEEDS } from './organizations.ts';
import { OUTAGE_DEEDS } from './outages.ts';
import { RECORDS } from './records.ts';
import { RELEASES } from './releases.ts';
import { UNDOING } from './undo.ts';

/** What people do. */
export const DEEDS: readonly Happening[] = [
  ...CLAIMS,
  ...RECORDS,
  ...CONTENT,
  ...COMMAND_DEEDS,
  ...ORGANIZATION_DEEDS,
  ...RELEASES,
  ...OUTAGE_DEEDS,
  ...UNDOING,
];
