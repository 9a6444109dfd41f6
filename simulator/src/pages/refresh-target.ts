import { linesOf, type AnswerHead } from '@sign-display/contracts/page-load/response-head';

/** A page goes on by itself: `0; url=/next`, in a header or in a meta element. */
const VALUE = /^\s*(\d+)(?:\.\d*)?\s*[;,]\s*(?:url\s*=\s*)?["']?([^"'>]+)/i;
const META =
  /<meta[^>]{0,200}http-equiv\s*=\s*["']?refresh["']?[^>]{0,200}content\s*=\s*(?:"([^">]{1,2000})"|'([^'>]{1,2000})')/i;

/**
 * The page to which this one goes on as soon as it is loaded, so that a sign proves that page in its place; null where
 * it stays. Pure.
 */
export function refreshOf(head: AnswerHead, text: string, url: URL): URL | null {
  const meta = META.exec(text);
  const written = linesOf(head, 'refresh')[0] ?? meta?.[1] ?? meta?.[2];
  const [, seconds, target = ''] = VALUE.exec(written ?? '') ?? [];
  if (Number(seconds) !== 0) return null;
  const next = URL.parse(target.trim(), url.href);
  return next !== null && /^https?:$/.test(next.protocol) && next.href !== url.href ? next : null;
}
