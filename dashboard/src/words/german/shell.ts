import type { Words } from '../english.ts';

export const shell: Words['shell'] = {
  home: {
    title: 'Ihre Wände',
    signOut: 'Abmelden',
    noEvent: 'Bei welcher Veranstaltung hängen diese Schilder?',
    noEventLead:
      'Eine Veranstaltung gibt Schildern einen Ort, eine Zeitzone und Menschen, die etwas erfahren. Ihren Namen können Sie später ändern.',
    noOrganization: 'Sie gehören noch zu keiner Organisation.',
    noOrganizationLead:
      'Bitten Sie jemanden mit der Rolle Admin um eine Einladung: Deren Mail hat einen Link, der Sie hereinbringt.',
  },
  missing: {
    title: 'Hier ist keine Seite.',
    lead: 'Die Adresse ist vielleicht vertippt, oder es gibt nicht mehr, wohin sie führte.',
    home: 'Zu Ihren Wänden',
  },
  later: {
    title: 'Diese Seite ist noch nicht gebaut.',
    lead: 'Ihre Adresse stimmt und bleibt. Was sie zeigen wird, lässt sich einstweilen von der API erfragen.',
    api: 'Die API',
  },
};
