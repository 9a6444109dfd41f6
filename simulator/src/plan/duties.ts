/**
 * What operators do with a sign that is claimed, and what must be seen of it, in the order in which it is. Each leaves the sign claimed, showing
 * what its record says. A command is told by its row: name, state, and the kiosk's code where there is one.
 */
export const DUTIES = {
  refresh: ['refresh acked'],
  reboot: ['reboot acked'],
  reboot_device: ['reboot_device acked'],
  /** K6: three boots by command in ten minutes, and no more. */
  reboot_loop: ['reboot acked', 'reboot acked', 'reboot acked', 'reboot refused reboot_loop'],
  background: ['set_background_mode acked', 'set_background_mode acked'],
  update: ['update acked', 'update status none'],
  logs: ['fetch_logs acked', 'lines kept'],
  screenshot: ['screenshot acked', 'picture kept'],
  /** A page for a while; the sign goes back by itself. */
  override: ['display_content acked', 'the other page', 'its own page'],
  /** The same with its cable out when the time is over (M2). */
  override_offline: ['display_content acked', 'the other page', 'its own page', 'back'],
  /** The cable is pulled and the backend does not know: what it sent is done when the sign is back. */
  half_open: ['refresh sent', 'back', 'refresh acked'],
  offline_refused: ['400 sign_not_connected', 'back'],
  offline_wait: ['screenshot queued', 'back', 'screenshot acked'],
  offline_expired: ['refresh queued', 'refresh expired', 'back'],
  /** The connection breaks in place of the first acknowledgement. */
  ack_cut: ['screenshot acked', 'picture kept'],
  /** The first batches arrive, and the kiosk does not hear of it (K7). */
  analytics_lost: ['refresh acked', 'a batch sent again'],
  /** The page changes under its address, and the sign loads it again. */
  changed_page: ['settings 200', 'the other page', 'the page loaded again'],
  settings_at_the_sign: ['settings known'],
  unregister: ['unregistered 200', 'the code', 'linked 201', 'the other page'],
  delete: ['deleted 204', 'the code', 'made 201', 'linked 201', 'the other page'],
  bulk: ['bulk 202', 'the other page'],
  schedule: ['scheduled 200', 'the other page', 'its own page'],
} as const satisfies Record<string, readonly string[]>;
export type Duty = keyof typeof DUTIES;
export const DUTY_WORDS = Object.keys(DUTIES) as [Duty, ...Duty[]];

/** Those after which another record, or another device, may have what was reported before. */
export const CHANGES_RECORD: ReadonlySet<Duty> = new Set<Duty>(['unregister', 'delete']);
/** Those after which the sign's own page is another one. */
export const GIVES_PAGE: ReadonlySet<Duty> = new Set<Duty>(['changed_page', 'unregister', 'delete', 'bulk']);
