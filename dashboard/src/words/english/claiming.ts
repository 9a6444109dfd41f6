/** The phone’s claim: its steps and every refusal. */
export const claiming = {};
