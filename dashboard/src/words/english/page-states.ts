/** Empty, loading, forbidden, broken: panels that any page may show. */
export const states = {
  loading: (signs: number | null) =>
    signs === null ? 'Loading the signs' : `Loading ${signs} ${signs === 1 ? 'sign' : 'signs'}`,
  seconds: (seconds: string) => `${seconds} s`,
  forbidden: {
    /** `can`: what it is about: “reboot devices”. */
    admins: (can: string) => `Only admins can ${can}.`,
    operators: (can: string) => `Only operators and admins can ${can}.`,
    you: (role: string, organization: string) => `Your role in ${organization} is ${role}.`,
    whoIsAdmin: 'Show the admins',
  },
  ourFault: {
    /** `what`: “the history”. */
    title: (what: string) => `We couldn’t load ${what}.`,
    page: 'this page',
    pageLead: 'Part of this page did not load or has failed.',
    next: 'The page that you opened did not load. You are still on the previous page.',
    part: 'Part of this page did not load.',
    loadAnew: 'Reload the page',
  },
};
