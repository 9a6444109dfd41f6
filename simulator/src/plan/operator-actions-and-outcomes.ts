/**
 * What operators do with a claimed sign, and what must be seen of it, in order. After each duty the sign is claimed and shows what its record says. A
 * command is seen in its row: name, state, and the kiosk's code where there is one.
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
  /** The sign shows another page for a while, and goes back by itself. */
  override: ['display_content acked', 'the other page', 'its own page'],
  /** The same, with its cable out when the time is over (M2). */
  override_offline: ['display_content acked', 'the other page', 'its own page', 'back'],
  /** The cable is pulled and the backend does not notice. The sign does the command when it is back. */
  half_open: ['refresh sent', 'back', 'refresh acked'],
  offline_refused: ['400 sign_not_connected', 'back'],
  offline_wait: ['screenshot queued', 'back', 'screenshot acked'],
  offline_expired: ['refresh queued', 'refresh expired', 'back'],
  /** The connection breaks before the first acknowledgement arrives. */
  ack_cut: ['screenshot acked', 'picture kept'],
  /** The first batches arrive, and the kiosk does not get their acknowledgement (K7). */
  analytics_lost: ['refresh acked', 'a batch sent again'],
  /** The page changes under the same address, and the sign loads it again. */
  changed_page: ['settings 200', 'the other page', 'the page loaded again'],
  settings_at_the_sign: ['settings known'],
  unregister: ['unregistered 200', 'the code', 'linked 201', 'the other page'],
  delete: ['deleted 204', 'the code', 'made 201', 'linked 201', 'the other page'],
  bulk: ['bulk 202', 'the other page'],
  schedule: ['scheduled 200', 'the other page', 'its own page'],
} as const satisfies Record<string, readonly string[]>;
export type Duty = keyof typeof DUTIES;
export const DUTY_WORDS = Object.keys(DUTIES) as [Duty, ...Duty[]];

/** Duties after which earlier reports may belong to another record or another device. */
export const CHANGES_RECORD: ReadonlySet<Duty> = new Set<Duty>(['unregister', 'delete']);
/** Duties after which the sign has another page of its own. */
export const GIVES_PAGE: ReadonlySet<Duty> = new Set<Duty>(['changed_page', 'unregister', 'delete', 'bulk']);
