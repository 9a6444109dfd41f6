/** The account of who is signed in: name, password, sessions. */
export const account = {};
