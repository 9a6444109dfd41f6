import { SettingsPatch, patchedSettings } from '@sign-display/contracts/common-schemas';
import { Compile } from 'typebox/compile';
import { refusalOf } from '../wire/parse-messages.ts';
import { disconnect } from './connection.ts';
import { settingsChanged } from '../screen/apply-changed-settings.ts';
import { conform } from '../screen/choose-screen.ts';
import { cancelTimer, log, save, setTimer, type Step } from '../state/step-helpers.ts';

/**
 * Settings that were changed on the sign itself (promise M4): applied and stored at once, told by `sign:config_sync` under the version that
 * they were made on. Where the record has gone on meanwhile the backend's word holds, and the local change is gone.
 */

const settingsPatch = Compile(SettingsPatch);

export function changeSettings(step: Step, patch: unknown): void {
  const { claim } = step.state.stored;
  if (claim === null || !settingsPatch.Check(patch)) {
    log(step, 'warn', 'settings not changed', { claimed: claim !== null });
    return;
  }
  save(step, {
    claim: { ...claim, settings: patchedSettings(claim.settings, patch), unsynced: { ...claim.unsynced, ...patch } },
  });
  settingsChanged(step);
  conform(step);
  syncSettings(step);
}

/** Tells the backend, once the present connection has brought its config. Safe to call at any time. */
export function syncSettings(step: Step): void {
  const { connection, stored, limits } = step.state;
  const patch = stored.claim?.unsynced ?? null;
  if (stored.claim === null || patch === null) return;
  if (connection.phase !== 'registered' || connection.versionHeard === 0 || connection.syncing !== null) return;
  step.state.connection = { ...connection, syncing: patch };
  step.effects.push({
    type: 'send_config_sync',
    connection: connection.id,
    message: { baseVersion: stored.claim.configVersion, patch },
    timeoutMs: limits.replyTimeoutMs,
  });
}

export function syncReplied(step: Step, reply: unknown): void {
  const { state, now } = step;
  const { syncing } = state.connection;
  state.connection = { ...state.connection, syncing: null };
  cancelTimer(step, 'config_sync');
  const { claim } = state.stored;
  // Its config may have come first, and settled it.
  if (claim === null || syncing === null || claim.unsynced == null) return;
  const refusal = refusalOf(reply);
  if (refusal === null) {
    const configVersion = Number((reply as { configVersion?: unknown }).configVersion);
    const heard = Number.isSafeInteger(configVersion) && configVersion > claim.configVersion;
    const version = heard ? configVersion : claim.configVersion;
    const isWhole = JSON.stringify(claim.unsynced) === JSON.stringify(syncing);
    save(step, { claim: { ...claim, configVersion: version, unsynced: isWhole ? null : claim.unsynced } });
    state.connection = { ...state.connection, versionHeard: Math.max(state.connection.versionHeard, version) };
    return syncSettings(step);
  }
  log(step, 'warn', 'settings not taken', { code: refusal.code });
  if (refusal.code === 'backend_silent' || refusal.code === 'unavailable' || refusal.code === 'rate_limited')
    return setTimer(step, 'config_sync', (1 + now.chance) * state.limits.replyTimeoutMs);
  save(step, { claim: { ...claim, unsynced: null } });
  // Every register brings the truth.
  disconnect(step, 'settings overtaken');
}
