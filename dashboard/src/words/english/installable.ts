/** The page that installs the local authority; the app on a phone, offline. */
export const installable = {};
