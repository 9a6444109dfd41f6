/** The list of claims with their outcomes. */
export const claims = {};
