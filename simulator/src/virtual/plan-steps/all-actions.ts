import { CLAIMS } from './claims.ts';
import { COMMAND_ACTIONS } from './commands.ts';
import { CONTENT } from './content.ts';
import type { PlanStep } from './plan-step.ts';
import { ORGANIZATION_ACTIONS } from './organizations.ts';
import { OUTAGE_ACTIONS } from './outages.ts';
import { RECORDS } from './sign-records.ts';
import { RELEASES } from './releases.ts';
import { UNDOING } from './bulk-undo.ts';

/** What people do. */
export const ACTIONS: readonly PlanStep[] = [
  ...CLAIMS,
  ...RECORDS,
  ...CONTENT,
  ...COMMAND_ACTIONS,
  ...ORGANIZATION_ACTIONS,
  ...RELEASES,
  ...OUTAGE_ACTIONS,
  ...UNDOING,
];
