import type { Operator } from './operators.ts';

/** Every item of a list, read page by page. Empty where the list is gone (404). Throws on any other refusal. */
export async function readPages<Item>(operator: Pick<Operator, 'call'>, path: string): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | null = null;
  do {
    const next: string = cursor === null ? path : `${path}&cursor=${encodeURIComponent(cursor)}`;
    const { status, body } = await operator.call('GET', next);
    const page = body as { items?: Item[]; nextCursor?: string | null } | null;
    if (status === 404) return [];
    if (status !== 200 || !Array.isArray(page?.items)) throw new Error(`${path} was answered with ${status}`);
    items.push(...page.items);
    cursor = page.nextCursor ?? null;
  } while (cursor !== null);
  return items;
}
