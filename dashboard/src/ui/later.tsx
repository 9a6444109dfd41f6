import { lazy, Suspense, type Component } from 'solid-js';

/** A part of a page that is a script of its own. */
export type Later<Props extends object> = Component<Props> & {
  /** Fetches the script, so that showing the part waits for nothing. What can't be fetched now is fetched when it is shown. */
  fetchAhead(): Promise<void>;
};

/** A part that is fetched when it is first shown. Until it is there nothing stands in its place, and what stands around it stays. */
export function later<Props extends object>(load: () => Promise<Component<Props>>): Later<Props> {
  const Part = lazy(async () => ({ default: await load() }));
  const shown = (props: Props) => (
    <Suspense>
      <Part {...props} />
    </Suspense>
  );
  // `preload` keeps a failure for good, so it is not asked before the script has come.
  return Object.assign(shown, {
    fetchAhead: () =>
      load().then(
        () => void Part.preload(),
        () => undefined,
      ),
  });
}
