/** Looks until `is` says so; for what tells nobody when it changes (a display's pixels). Throws after `withinMs` with what was seen last. */
export async function until<Seen>(
  what: string,
  look: () => Seen,
  is: (seen: Seen) => boolean,
  withinMs = 30_000,
): Promise<Seen> {
  const startedMs = performance.now();
  for (;;) {
    const seen = look();
    if (is(seen)) return seen;
    if (performance.now() - startedMs > withinMs)
      throw new Error(`waited in vain for ${what}; last seen: ${JSON.stringify(seen)}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
