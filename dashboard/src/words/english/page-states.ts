/** Empty, loading, forbidden, broken: panels that any page may show. */
export const states = {
  loading: (signs: number | null) =>
    signs === null ? 'Listening to the signs' : `Listening to ${signs} ${signs === 1 ? 'sign' : 'signs'}`,
  seconds: (seconds: string) => `${seconds} s`,
  forbidden: {
    /** `can`: what it is about: “reboot devices”. */
    admins: (can: string) => `Only admins can ${can}.`,
    operators: (can: string) => `Only operators and admins can ${can}.`,
    you: (role: string, organization: string) => `You are ${role} in ${organization}.`,
    whoIsAdmin: 'Who is admin',
  },
  ourFault: {
    /** `what`: “the history”. */
    title: (what: string) => `We couldn’t load ${what}.`,
    page: 'this page',
    pageLead: 'A part of it did not load, or failed.',
    next: 'The page that you asked for did not load. This one stays.',
    part: 'A part of this page did not load.',
    loadAnew: 'Load the page again',
  },
};
