/** The tab's `window`, for main.tsx. */
export const tabWindow = window;
