import { agreement } from './kiosk-record-agreement.ts';
import { analytics } from './analytics.ts';
import { audit } from './audit.ts';
import { claimReplies } from './claim-replies.ts';
import { blankScreens } from './blank-screen-reports.ts';
import { chosenKinds } from './only-chosen-notifications.ts';
import { claims } from './claims.ts';
import type { Checker } from './checker.ts';
import { clones } from './clones.ts';
import { commands } from './commands.ts';
import { deviceSecrets } from './device-secret-stays-bound.ts';
import { kioskClaiming } from './one-page-load-per-claim.ts';
import { kioskCommands } from './kiosk-commands.ts';
import { kioskHeartbeats } from './kiosk-leaves-silent-connection.ts';
import { kioskIdentify } from './kiosk-identify.ts';
import { kioskIdentity } from './kiosk-identity.ts';
import { kioskOutbox } from './kiosk-outbox.ts';
import { kioskScreen } from './kiosk-screen.ts';
import { notifications } from './notifications.ts';
import { presence } from './presence.ts';
import { releases } from './releases.ts';
import { restarts } from './restarts.ts';
import { screenshotTimes } from './screenshot-times.ts';
import { service } from './service-errors.ts';
import { subscriptionPreviews } from './subscription-previews.ts';
import { offlineCountsInMessages } from './offline-counts-in-messages.ts';
import { strips } from './heartbeat-strips.ts';
import { summary } from './event-summaries.ts';
import { promptClaimMessages } from './prompt-claim-messages.ts';
import { turns } from './bulk-fairness.ts';
import { bulkUndo } from './bulk-undo.ts';
import { verdictTime } from './verdict-time.ts';

export const CHECKERS: readonly Checker[] = [
  service,
  agreement,
  analytics,
  audit,
  blankScreens,
  chosenKinds,
  claims,
  claimReplies,
  clones,
  commands,
  deviceSecrets,
  kioskClaiming,
  kioskCommands,
  kioskHeartbeats,
  kioskIdentify,
  kioskIdentity,
  kioskOutbox,
  kioskScreen,
  presence,
  releases,
  restarts,
  screenshotTimes,
  offlineCountsInMessages,
  strips,
  summary,
  promptClaimMessages,
  turns,
  bulkUndo,
  verdictTime,
  notifications,
  subscriptionPreviews,
];
