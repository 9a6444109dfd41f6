import type { LoadFailureReason } from '@sign-display/contracts/error-codes';

/** The words of scenarios: what pages do, what goes wrong, and what people do next. */

/**
 * Why a page fails, by kind; null where it loads. The interface specification, section 7, only names the reasons. We draw the line between them so: no
 * HTTP answer (refused, TLS) is `url_unreachable`, a 4xx or 5xx is `url_load_failed`, and nothing before the deadline is `sign_timeout`. A blank page
 * loads; that it is blank is seen later, on the screen (promise K9). Of a half-hanging page one image never answers: it is proved at the load timeout (details 108).
 */
export const PAGES = {
  good: null,
  slow: null,
  blank: null,
  half_hanging: null,
  hanging: 'sign_timeout',
  refused: 'url_unreachable',
  tls_broken: 'url_unreachable',
  not_found: 'url_load_failed',
  server_error: 'url_load_failed',
} as const satisfies Record<string, LoadFailureReason | null>;
export type PageKind = keyof typeof PAGES;
export const PAGE_KINDS = Object.keys(PAGES) as [PageKind, ...PageKind[]];

/** What the claim assigns: a page, nothing (the sign shows the ready splash), or an address that is no web page. */
export type Page = PageKind | 'none' | 'not_a_web_page';
export const CLAIM_PAGES = [...PAGE_KINDS, 'none'] as const;
export type ClaimPage = (typeof CLAIM_PAGES)[number];

/**
 * What disturbs the handshake of the first claim. Each fault is tied to a step of the handshake, never to a time:
 * - `ack_lost` every link_ack that carries the first claimToken vanishes; the operator is told device_no_ack and tries again
 * - `ack_late` the same, but it arrives after the operator was told
 * - `ack_duplicated` each link_ack is sent twice
 * - `ack_forged_token` before the true link_ack, one with the opposite result and a made-up claimToken
 * - `ack_forged_request` the same with the true claimToken and another requestId
 * - `cut_at_apply_link` the connection breaks in place of the first sign:apply_link
 * - `cut_at_link_ack` the connection breaks in place of the first link_ack
 * - `cut_at_claimed` the connection breaks in place of the first sign:claimed
 * - `reboot_at_apply_link` the kiosk restarts in place of hearing the first sign:apply_link
 * - `rival` another operator claims the sign before its link_ack arrives
 * - `double_tap` the same request is sent twice at once
 * - `reply_lost` the operator's connection breaks before the link_ack arrives; later the same request is sent again
 * - `offline` the kiosk boots with its cable out; the cable goes in after the first try
 */
export const LINK_FAULTS = [
  'none',
  'ack_lost',
  'ack_late',
  'ack_duplicated',
  'ack_forged_token',
  'ack_forged_request',
  'cut_at_apply_link',
  'cut_at_link_ack',
  'cut_at_claimed',
  'reboot_at_apply_link',
  'rival',
  'double_tap',
  'reply_lost',
  'offline',
] as const;
export type LinkFault = (typeof LINK_FAULTS)[number];

/**
 * What happens to a sign after it was claimed. `replay`: the same request again; `other_body`, `other_person`: its requestId with another
 * name, or from somebody else; `claimed_by_other`, `typed_by_other`: a claim of another operator, by QR or by code.
 */
export const AFTER_CLAIM = [
  'nothing',
  'replay',
  'other_body',
  'other_person',
  'claimed_by_other',
  'typed_by_other',
  'reboot',
  'power_cut',
  'mac_swap',
  'cable_pulled',
] as const;
export type AfterClaim = (typeof AFTER_CLAIM)[number];

/** What the operator does after a page that would not load. */
export const AFTER_FAILURE = ['give_up', 'better_page', 'same_again'] as const;
