/** A short code as it stands on a sign: `4QB 50C`. */
export const spaced = (code: string): string => `${code.slice(0, 3)} ${code.slice(3)}`;

/** An address without its scheme, where a glance is enough. */
export const bare = (url: string): string => url.replace(/^https?:\/\//i, '');
