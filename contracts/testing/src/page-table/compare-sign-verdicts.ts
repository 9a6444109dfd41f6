import { CAUSES, type PageRow, type PageVerdict } from './row.ts';
import { PAGE_ROWS } from './rows.ts';
import type { PageTableServer } from './server.ts';
import { good, type TestService } from '../service.ts';

/** Sends claimed signs to the pages of the table by commands, and compares their verdicts with those of the table. */

type Kind = 'kiosk' | 'tab';
type Outcome = { shown: true } | { shown: false; reason: string; detail: string };

/** This is longer than any page of the table takes. */
const EXPIRES_IN_SECONDS = 30;
const POLL_MS = 50;
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, POLL_MS));

export const verdictOf = ({ verdict, tab }: PageRow, kind: Kind): PageVerdict =>
  kind === 'tab' ? (tab?.verdict ?? verdict) : verdict;

/** Sends the sign to the URL, and resolves with the sign's verdict. */
async function outcomeOn({ owner }: TestService, signId: string, url: string): Promise<Outcome> {
  const params = { id: signId };
  const body = { command: 'display_content', args: { url }, expiresInSeconds: EXPIRES_IN_SECONDS } as const;
  const { commandId } = good(await owner.call('POST /api/signs/:id/commands', { params, body })).body;
  for (;;) {
    const { items } = good(await owner.call('GET /api/signs/:id/commands', { params, query: { limit: 1 } })).body;
    const command = items.find((each) => each.commandId === commandId);
    if (command && command.finishedAt !== null) {
      const { state, error } = command;
      return state === 'acked'
        ? { shown: true }
        : { shown: false, reason: error?.code ?? state, detail: error?.detail ?? '' };
    }
    await pause();
  }
}

function agrees(expected: PageVerdict, given: Outcome, kind: Kind): boolean {
  if (expected.shown || given.shown) return expected.shown === given.shown;
  return expected.reason === given.reason && CAUSES[expected.cause][kind].test(given.detail);
}

const inWords = (verdict: PageVerdict | Outcome): string => {
  if (verdict.shown) return 'shown';
  return 'cause' in verdict ? `${verdict.reason} (${verdict.cause})` : `${verdict.reason}: ${verdict.detail}`;
};

/** Returns the rows on which the signs disagree with the table, one line each. The signs divide the rows among them. */
export async function disagreements(
  service: TestService,
  server: PageTableServer,
  signIds: readonly string[],
  kind: Kind,
): Promise<string[]> {
  const found: string[] = [];
  const left = [...PAGE_ROWS.entries()];
  await Promise.all(
    signIds.map(async (signId) => {
      for (let next = left.shift(); next !== undefined; next = left.shift()) {
        const [index, row] = next;
        const expected = verdictOf(row, kind);
        const given = await outcomeOn(service, signId, server.url(index));
        if (!agrees(expected, given, kind)) found.push(`${row.name}: ${inWords(given)}, not ${inWords(expected)}`);
      }
    }),
  );
  return found;
}
