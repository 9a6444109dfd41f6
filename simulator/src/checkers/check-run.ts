import type { RunEvidence } from '../evidence/evidence-types.ts';
import {
  checkAgreement,
  checkCommitsHaveTheirAck,
  checkExactlyOneRival,
  checkHistory,
  checkNothingIsLeft,
  checkOneRecordPerDevice,
  checkAnswers,
  checkAnsweredMeansCommitted,
} from './claims.ts';
import { checkCommandStates, checkContentFetches, checkDuties, checkRebootsByCommand } from './operator-actions.ts';
import { checkHeartbeats, checkIdentity, checkLoads, checkQrGone, checkReboots } from './kiosks.ts';
import type { Verdict } from './verdict.ts';

const CHECKERS = [
  checkAnswers,
  checkOneRecordPerDevice,
  checkCommitsHaveTheirAck,
  checkNothingIsLeft,
  checkAnsweredMeansCommitted,
  checkLoads,
  checkExactlyOneRival,
  checkAgreement,
  checkHistory,
  checkIdentity,
  checkReboots,
  checkQrGone,
  checkHeartbeats,
  checkDuties,
  checkCommandStates,
  checkRebootsByCommand,
  checkContentFetches,
];

/** The verdicts on a run. Checkers only read its evidence. */
export const checkRun = (run: RunEvidence): Verdict[] => CHECKERS.map((check) => check(run));
