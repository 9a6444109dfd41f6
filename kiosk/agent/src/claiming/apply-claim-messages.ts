import type { BackendMessage, KioskMode } from '@sign-display/contracts/kiosk-events';
import { patchedSettings } from '@sign-display/contracts/common-schemas';
import { ackCommand, isNew, refuseCommand } from '../state/command-memory.ts';
import { forgetLogs } from '../commands/log-delivery.ts';
import { timeOf } from '../wire/parse-messages.ts';
import { forgetBatches } from '../reports/keep-and-send-batches.ts';
import { endIdentify } from '../screen/identify.ts';
import { settingsChanged } from '../screen/apply-changed-settings.ts';
import { leaveScreen } from '../screen/shown-page-timers.ts';
import { answerUnsent } from '../state/command-memory.ts';
import { forgetScreenshots } from '../commands/running-commands.ts';
import { conform } from '../screen/choose-screen.ts';
import { syncSettings } from '../connection/local-settings-sync.ts';
import { cancelTimer, log, onceStored, save, setTimer, type Step } from '../state/step-helpers.ts';
import { UNCLAIMED, type Claim } from '../state/stored-document.ts';

/**
 * Whose sign this is. The backend's record is the truth (promise C7): `sign:claimed` and `sign:config` set it, `sign:unregistered`
 * and `sign:deleted` end it, and the screen follows in the same step, without waiting for disk or network.
 */

const UNREGISTERED = 'This sign was unregistered. Scan the code to claim it again.';
const DELETED = 'This sign was deleted from its event. Scan the code to claim it again.';
const RELEASED = 'This sign no longer belongs to an event. Scan the code to claim it again.';

type Snapshot = Pick<
  BackendMessage<'sign:claimed'>,
  'organization' | 'event' | 'sign' | 'content' | 'until' | 'assigned' | 'settings' | 'configVersion'
>;

/** A version of the same record that another message on this connection has overtaken. */
function isOvertaken({ state }: Step, { sign, configVersion }: Snapshot): boolean {
  return state.stored.claim?.sign.id === sign.id && configVersion < state.connection.versionHeard;
}

function adopt(step: Step, snapshot: Snapshot): void {
  const { organization, event, sign, settings, configVersion } = snapshot;
  const { state } = step;
  const sameRecord = state.stored.claim?.sign.id === sign.id;
  const { mode } = state.stored;
  const claim: Claim = {
    sign: { id: sign.id, name: sign.name, location: sign.location },
    eventTimeZone: event.timeZone,
    ...contentOf(snapshot),
    settings,
    configVersion,
    unsynced: null,
  };
  // What was changed here, on this very version, is still to be told; a later one has overtaken it.
  const before = state.stored.claim;
  if (sameRecord && before?.unsynced != null && before.configVersion === configVersion) {
    claim.settings = patchedSettings(settings, before.unsynced);
    claim.unsynced = before.unsynced;
  }
  const change = {
    organizationId: organization.id,
    organizationName: organization.name,
    eventId: event.id,
    eventName: event.name,
    claim,
    notice: null,
    ...(sameRecord ? {} : { currentUrl: null, hosts: [], mode: 'foreground' as const }),
  };
  if (Object.entries(change).some(([key, value]) => !sameJson(value, state.stored[key as keyof typeof change]))) {
    save(step, change);
  }
  if (!sameRecord) {
    endIdentify(step);
    toForeground(step, mode);
    forgetBatches(step);
    forgetLogs(step);
    forgetScreenshots(step);
  }
  // A claim of another record is confirmed by nobody any more.
  const unconfirmed = sameRecord ? state.connection.unconfirmed : null;
  state.connection = { ...state.connection, versionHeard: configVersion, unconfirmed };
  // The attempt that led here is over; the page it proved, or is proving, is the claim's now.
  state.attempt = null;
  if (state.proof?.purpose === 'link') state.proof = { ...state.proof, purpose: 'content' };
  // What the last event showed is not for this one's audience, not even while the new page loads.
  if (!sameRecord) leaveScreen(step);
  settingsChanged(step);
  conform(step);
  syncSettings(step);
  // A picture from before has waited for this.
  answerUnsent(step);
}

/** What is assigned, and what is shown instead of it for a time (contract: `until`, `assigned`). */
function contentOf({ content, until, assigned }: Snapshot): Pick<Claim, 'content' | 'override'> {
  const part = (of: Snapshot['content']) => of && { contentId: of.contentId, url: of.url };
  if (until === undefined && assigned === undefined) return { content: part(content), override: null };
  const endsMs = until == null ? null : timeOf(until);
  return {
    content: part(assigned ?? null),
    override: {
      contentId: content?.contentId ?? null,
      url: content?.url ?? null,
      untilMs: Number.isNaN(endsMs) ? 0 : endsMs,
    },
  };
}

/** The QR screen, and the first page for a new audience, are for being seen. */
function toForeground(step: Step, before: KioskMode): void {
  if (before === 'background') step.effects.push({ type: 'set_background', enabled: false });
}

const sameJson = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** `sign:claimed`, first or repeated. Confirmed once it is on disk. */
export function claimed(step: Step, message: BackendMessage<'sign:claimed'>): void {
  const { requestId, signRecordId } = message;
  if (isOvertaken(step, message)) log(step, 'info', 'older claim confirmed only', { requestId });
  else {
    adopt(step, message);
    log(step, 'info', 'claimed', { requestId, signRecordId });
  }
  step.state.connection = { ...step.state.connection, unconfirmed: { signRecordId, requestId } };
  onceStored(step, { kind: 'confirm_claim', signRecordId, requestId });
}

/** Sends `sign:claim_confirmed`, unless that claim is not stored yet: the write of an earlier claim, or a retry, may end first. */
export function confirmClaim(step: Step): void {
  const { connection, limits, onceStored: waiting } = step.state;
  if (connection.phase !== 'registered' || connection.unconfirmed === null) return;
  const { requestId } = connection.unconfirmed;
  if (waiting.some(({ what }) => what.kind === 'confirm_claim' && what.requestId === requestId)) return;
  step.effects.push({
    type: 'send_claim_confirmed',
    connection: connection.id,
    message: connection.unconfirmed,
    timeoutMs: limits.replyTimeoutMs,
  });
}

/** The backend has answered the confirmation, or not; on a connection that holds it is sent again, on a new one it asks. */
export function confirmReplied(step: Step, requestId: string, confirmed: boolean): void {
  const { state, now } = step;
  if (state.connection.unconfirmed?.requestId !== requestId) return;
  if (confirmed) state.connection = { ...state.connection, unconfirmed: null };
  else setTimer(step, 'confirm_claim', (1 + now.chance) * state.limits.replyTimeoutMs);
}

/** `sign:config`: the truth. */
export function configured(step: Step, config: BackendMessage<'sign:config'>): void {
  const { state } = step;
  const { organization, event, sign } = config;
  state.limits = { ...state.limits, ...config.limits };
  state.claimUrl = config.claimUrl ?? null;
  if (!config.claimed) {
    if (state.stored.claim !== null) release(step, RELEASED);
    else conform(step);
    return;
  }
  if (organization === null || event === null || sign === null) {
    log(step, 'error', 'config of a claimed sign without its event', { configVersion: config.configVersion });
    return;
  }
  const snapshot = { ...config, organization, event, sign };
  if (isOvertaken(step, snapshot)) log(step, 'info', 'older config ignored', { configVersion: config.configVersion });
  else adopt(step, snapshot);
}

export const unregistered = (step: Step): void => release(step, UNREGISTERED);
export const deleted = (step: Step): void => release(step, DELETED);

/** Back to the QR screen with nothing left of the claim (promise C3); the identity stays. */
function release(step: Step, notice: string): void {
  const { state } = step;
  if (state.stored.claim !== null) {
    const signRecordId = state.stored.claim.sign.id;
    endIdentify(step);
    toForeground(step, state.stored.mode);
    save(step, { ...UNCLAIMED, notice });
    forgetBatches(step);
    forgetLogs(step);
    forgetScreenshots(step);
    log(step, 'info', 'released', { signRecordId });
  }
  const { commandId } = state.content;
  if (commandId !== null) refuseCommand(step, commandId, 'superseded', 'The sign was unregistered.');
  state.connection = { ...state.connection, versionHeard: 0, unconfirmed: null };
  cancelTimer(step, 'confirm_claim');
  conform(step);
}

/** `sign:settings_update`: merged under its version, acknowledged once stored. */
export function settingsUpdated(step: Step, message: BackendMessage<'sign:settings_update'>): void {
  const { state } = step;
  const { claim } = state.stored;
  const { commandId, configVersion, patch } = message;
  if (!isNew(step, commandId, 'settings_update', null)) return;
  if (claim === null) {
    refuseCommand(step, commandId, 'not_claimed', 'The sign is not claimed.');
    return;
  }
  if (configVersion > claim.configVersion) {
    save(step, { claim: { ...claim, configVersion, settings: patchedSettings(claim.settings, patch) } });
    state.connection = { ...state.connection, versionHeard: configVersion };
    settingsChanged(step);
    conform(step);
  }
  ackCommand(step, commandId);
}
