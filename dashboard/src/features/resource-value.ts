import type { Resource } from 'solid-js';

/**
 * What a resource has read, undefined until then. Asking a pending resource itself hides the whole page until it is read, since all pages stand in one
 * `Suspense`: what a page can do without is asked this way.
 */
export const resourceValue = <T>(resource: Resource<T>): T | undefined =>
  resource.state === 'ready' || resource.state === 'refreshing' ? resource.latest : undefined;
