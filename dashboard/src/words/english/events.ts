/** Making and changing an event or an organization. */
export const events = {};
