import { app } from 'electron';
import type { Agent } from '@sign-display/kiosk-agent/agent';
import type { Clock } from '@sign-display/kiosk-agent/ports';
import { trustOnly, type TrustsCertificate } from '../content/trust-service-certificate.ts';
import { openContentSession, type ContentSession } from '../content/content-session.ts';
import { createContentView } from '../content/content-view.ts';
import { PLAIN_APPEARANCE } from '../content/page-display-settings.ts';
import { endLater } from '../end-renderer.ts';
import { createPages, type Pages } from './pages.ts';
import type { Stage } from './view-stack.ts';

/** Where pages of others are shown, and the session that they share. `told`: hears what they fetch, and which of them fails. */
export function openPages(
  stage: Stage,
  clock: Clock,
  trusts: TrustsCertificate | null,
  told: Pick<Agent, 'contentFetched' | 'pageFailed'>,
): { content: ContentSession; pages: Pages } {
  const content = openContentSession((report) => told.contentFetched(report));
  if (trusts !== null) trustOnly(content.session, trusts);
  const parts = { window: stage.window, content, clock, endRenderer: endLater(app, clock) };
  const pages = createPages(
    stage,
    clock,
    PLAIN_APPEARANCE,
    (url, look) => createContentView(parts, url, look),
    (url, { code, detail }) => told.pageFailed({ url, code, detail }),
  );
  return { content, pages };
}
