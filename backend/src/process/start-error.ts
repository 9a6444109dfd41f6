/** Something a person can mend: told in words, without a stack. */
export class StartError extends Error {}
