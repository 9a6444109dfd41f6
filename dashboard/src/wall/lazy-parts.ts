import { later } from '../lazy-part.tsx';
import { BulkBar, ProgressCard } from './actions/actions-dock.tsx';
import { AcknowledgeDialog } from './actions/wall-actions.tsx';
import { Lens } from './map-canvas.tsx';
import { Peek } from './map-body.tsx';
import { AwayBanner } from './wall-headline.tsx';

/** What a wall can do without until somebody asks for it: each a script of its own. */

export const TableBody = later(async () => (await import('./table/table-body.tsx')).TableBody);
export const CardsBody = later(async () => (await import('./cards/cards-body.tsx')).CardsBody);
export const NothingFound = later(async () => (await import('../event/nothing-found.tsx')).NothingFound);
/** Of an event whose first signs are still to come: not fetched ahead. */
export const FirstSign = later(async () => (await import('../first-sign/first-sign.tsx')).FirstSign);
/** Only for system owners, while mail is not set up: not fetched ahead. */
export const MailSheet = later(async () => (await import('./mail/mail-sheet.tsx')).MailSheet);
export const PrepareSign = later(async () => (await import('../event/prepare-sign.tsx')).PrepareSign);

/**
 * Fetches what may be asked for next, one after the other, while the service is there: a wall that loses it shows it all the same, and a script that fails
 * once never comes.
 */
export async function fetchAhead(isLive: () => boolean): Promise<void> {
  for (const part of [
    Lens,
    Peek,
    AwayBanner,
    TableBody,
    CardsBody,
    NothingFound,
    BulkBar,
    ProgressCard,
    AcknowledgeDialog,
  ]) {
    if (!isLive()) return;
    await part.fetchAhead();
  }
}
