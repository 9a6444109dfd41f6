import type { World } from '../world.ts';

/** The page that a sign was last told to show; `until` null: that does not end by itself. */
export interface SentPage {
  url: string | null;
  until: string | null;
}

interface Content {
  content: { url: string } | null;
  until?: string | null;
}
type Display = SentPage & { until?: string };

/** What arrives at signs of what they are to show. */
export function watchSentPages({ network }: World): { of(signId: string): SentPage | null } {
  const told = new Map<string, SentPage>();
  network.onArrival(({ signId, to, event, payload }) => {
    if (to === 'node') return;
    if (event === 'sign:config' || event === 'sign:claimed') {
      const { content, until = null } = payload as Content;
      told.set(signId, { url: content?.url ?? null, until });
    } else if (event === 'sign:display_content') {
      const { url, until = null } = payload as Display;
      told.set(signId, { url, until });
    }
  });
  return { of: (signId) => told.get(signId) ?? null };
}
