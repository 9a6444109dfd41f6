/** What stands around every page of who is signed in, and the pages that say there is none. */
export const shell = {
  home: {
    title: 'Your walls',
    signOut: 'Sign out',
    noEvent: 'Which event hangs these signs?',
    noEventLead: 'An event gives signs a place, a time zone and people who are told. You can rename it later.',
    noOrganization: 'You belong to no organization yet.',
    noOrganizationLead: 'Ask an admin of yours for an invitation: its mail has a link that brings you in.',
  },
  missing: {
    title: 'There is no page here.',
    lead: 'The address may be mistyped, or what it led to is gone.',
    home: 'To your walls',
  },
  later: {
    title: 'This page is not built yet.',
    lead: 'Its address is right and stays. What it will show can be asked of the API meanwhile.',
    api: 'The API',
  },
};
