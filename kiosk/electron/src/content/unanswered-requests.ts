/** Which resources of which page have not answered (details 108). Pure. */
export interface OpenRequests {
  /** A request went out; also again after a redirect. */
  sent(request: PageRequest): void;
  /** The response has begun. */
  answered(id: number): void;
  ended(id: number): void;
  /** The resources that hold up the load of that page, as host and path, oldest first. */
  of(webContentsId: number): string[];
}

export interface PageRequest {
  id: number;
  url: string;
  webContentsId?: number | undefined;
  resourceType: string;
}

/** A page's `load` event waits for these, by Electron's names. */
const HOLD_UP_LOAD = ['mainFrame', 'subFrame', 'stylesheet', 'script', 'image', 'font', 'object', 'media'];
/** A film that plays is a response that goes on. */
const MAY_GO_ON = 'media';
const NAME_MOST = 200;

/** Without its query, which may hold a secret. */
function nameOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`.slice(0, NAME_MOST);
}

export function createOpenRequests(): OpenRequests {
  const open = new Map<number, PageRequest>();
  return {
    sent(request) {
      if (HOLD_UP_LOAD.includes(request.resourceType) && /^https?:/i.test(request.url)) open.set(request.id, request);
    },
    answered(id) {
      if (open.get(id)?.resourceType === MAY_GO_ON) open.delete(id);
    },
    ended: (id) => void open.delete(id),
    of: (webContentsId) => [
      ...new Set(
        [...open.values()].filter((request) => request.webContentsId === webContentsId).map(({ url }) => nameOf(url)),
      ),
    ],
  };
}
