/** The tab, for whoever puts the sign together. */
export const tabWindow = window;
