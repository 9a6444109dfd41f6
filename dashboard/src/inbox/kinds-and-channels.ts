import type { NotificationChannel, NotificationKind } from '@sign-display/contracts/rest/subscriptions';

/**
 * The kinds and channels of messages, in the order of the table. Listed here, because importing the contract's lists
 * would load its schemas. Pure.
 */

const ALL_KINDS: Record<NotificationKind, true> = {
  sign_offline: true,
  sign_online: true,
  content_unreachable: true,
  content_recovered: true,
  content_error: true,
  screen_blank: true,
  sign_unstable: true,
  claim_completed: true,
  sign_unregistered: true,
  update_failed: true,
  clone_detected: true,
  doors_check: true,
};
const ALL_CHANNELS: Record<NotificationChannel, true> = { email: true, push: true, inbox: true };

export const KINDS = Object.keys(ALL_KINDS) as readonly NotificationKind[];
export const CHANNELS = Object.keys(ALL_CHANNELS) as readonly NotificationChannel[];
