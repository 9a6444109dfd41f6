/** The camera, the photo and the typed code. */
export const camera = {};
