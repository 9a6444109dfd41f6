import type { AdminWords } from '../english-admin.ts';
import { isolated } from '../isolate-direction.ts';

export const people: AdminWords['people'] = {
  title: 'Personen',
  loading: 'Personen werden geladen',
  loadingWhat: 'die Personen dieser Organisation',
  gone: 'Diese Organisation gibt es nicht mehr',
  goneLead: 'Die Organisation wurde gelöscht, oder Sie sind kein Mitglied.',
  headline: {
    people: (count, organization) =>
      count === 1
        ? `1 Person gehört zu ${isolated(organization)}.`
        : `${count} Personen gehören zu ${isolated(organization)}.`,
    notDelivered: (count) =>
      count === 1 ? '1 Einladung wurde nicht zugestellt.' : `${count} Einladungen wurden nicht zugestellt.`,
    noneOpen: 'Es gibt keine offenen Einladungen.',
    open: (count) => (count === 1 ? '1 Einladung ist offen.' : `${count} Einladungen sind offen.`),
    byLink: (count) =>
      count === 1
        ? '1 Einladung ist offen. Der E-Mail-Versand ist nicht eingerichtet: Geben Sie den Link selbst an die eingeladene Person weiter.'
        : `${count} Einladungen sind offen. Der E-Mail-Versand ist nicht eingerichtet: Geben Sie die Links selbst an die eingeladenen Personen weiter.`,
    forAdmins: 'Nur Admins können Personen einladen, Rollen ändern und Mitglieder entfernen.',
  },
  find: 'Person suchen',
  findShort: 'Suchen',
  found: (count) => (count === 1 ? '1 Person' : `${count} Personen`),
  nothingFound: (text) => `Keine Person passt zu „${isolated(text)}“.`,
  nothingFoundLead: 'Gesucht wird in Namen und E-Mail-Adressen.',
  clear: 'Alle anzeigen',
  members: 'Mitglieder',
  memberCount: (count, organization) =>
    count === 1 ? `1 Person in ${isolated(organization)}` : `${count} Personen in ${isolated(organization)}`,
  columns: { person: 'Person', role: 'Rolle', seen: 'Zuletzt aktiv', sessions: 'Sitzungen' },
  you: 'Sie',
  secondFactor: {
    short: 'mit Code',
    on: 'Die Anmeldung in zwei Schritten ist eingeschaltet.',
    off: 'Die Anmeldung in zwei Schritten ist ausgeschaltet.',
    offRequired:
      'Die Anmeldung in zwei Schritten ist ausgeschaltet, hier aber erforderlich. Diese Person hat erst Zugriff, wenn sie sie einschaltet.',
  },
  onlyOwner: 'einziger Inhaber',
  more: 'Mehr',
  moreAbout: (name) => `Mehr zu ${isolated(name)}`,
  roleOf: (name, role) => `Rolle von ${isolated(name)}: ${role}`,
  seen: {
    now: 'gerade eben',
    never: 'nie',
    yesterday: (time) => `gestern ${time}`,
  },
  shown: (shown, all) => `${shown} von ${all} Einträgen werden angezeigt.`,
  showMore: (count) => `${count} weitere anzeigen`,
  roles: {
    title: 'Was jede Rolle darf',
    lead: 'Der Dienst prüft die Rolle bei jeder Anfrage. Jede Rolle hat auch die Rechte der Rollen, die in der Tabelle weiter links stehen.',
    of: (organization) => `In ${isolated(organization)}`,
    yes: 'ja',
    no: 'nein',
    groups: { see: 'Ansehen', signs: 'Schilder', organization: 'Organisation' },
    rows: {
      walls: 'Wände, Schilder, Ausfälle, Verlauf, Logs',
      inbox: 'Eigener Posteingang, eigene Benachrichtigungen',
      fetches: 'Export der Seitenabrufe',
      attempts: 'Übernahmeversuche',
      audit: 'Protokoll und Export des Protokolls',
      claim: 'Schilder übernehmen, verbinden, tauschen',
      content: 'Seiten, Zeitpläne und Einstellungen ändern',
      commands: 'Neu laden, App neu starten, Bildschirmfotos',
      acknowledge: 'Ausfälle bestätigen',
      device: 'Gerät neu starten',
      unregister: 'Geräte trennen, Schilder löschen, über geklonte Geräte entscheiden',
      events: 'Veranstaltungen anlegen, ändern, löschen',
      people: 'Personen einladen und entfernen, Rollen ändern',
      settings: 'Einstellungen der Organisation',
      owners: 'Inhaber ernennen und entfernen',
    },
    foot: 'Eine geänderte Rolle gilt ab der nächsten Anfrage, für Live-Daten spätestens nach einer Sekunde.',
    short: {
      viewer: 'Sieht Wände, Ausfälle und Logs',
      operator: 'Übernimmt auch Schilder und weist Seiten zu',
      admin: 'Verwaltet auch Veranstaltungen, Personen und Einstellungen',
      owner: 'Ernennt und entfernt auch Inhaber',
    },
  },
  change: {
    changed: (name, role) => `${isolated(name)} hat jetzt die Rolle ${role}.`,
    onlyAdmins: 'Nur Admins können Rollen ändern.',
    aboveYours: 'Nur Inhaber können die Rolle eines Inhabers ändern oder jemanden zum Inhaber machen.',
    lastOwner: 'Eine Organisation braucht einen Inhaber. Machen Sie zuerst ein anderes Mitglied zum Inhaber.',
    ownTitle: (role) => `Ihre eigene Rolle zu ${role} ändern?`,
    ownText:
      'Sie verlieren die Rechte Ihrer jetzigen Rolle sofort. Nur ein anderer Admin oder Inhaber kann Ihnen diese Rechte wiedergeben.',
    withdraws: (count) =>
      count === 1
        ? '1 offene Einladung wird zurückgezogen, weil die neue Rolle nicht zu solchen Einladungen berechtigt.'
        : `${count} offene Einladungen werden zurückgezogen, weil die neue Rolle nicht zu solchen Einladungen berechtigt.`,
    title: (name, role) => `Die Rolle von ${isolated(name)} zu ${role} ändern?`,
    keep: 'Rolle behalten',
    change: 'Rolle ändern',
  },
  invite: {
    button: 'Person einladen',
    title: 'Person einladen',
    correctTitle: 'E-Mail-Adresse korrigieren',
    lead: (organization) =>
      `Mit dem Link kann eine Person innerhalb von 7 Tagen der Organisation ${isolated(organization)} beitreten.`,
    role: 'Rolle',
    send: 'Einladung senden',
    make: 'Einladungslink erstellen',
    cancel: 'Abbrechen',
    onlyAdmins: 'Nur Admins können Personen einladen.',
    already: 'Diese Person ist bereits Mitglied.',
    sent: (email) => `Die Einladung an ${isolated(email)} wird gesendet.`,
    link: {
      title: 'Kopieren Sie diesen Link jetzt',
      text: (email) =>
        `Der E-Mail-Versand ist nicht eingerichtet, daher hat der Dienst nichts gesendet. Geben Sie diesen Link an ${isolated(email)} weiter. Der Link wird nur einmal angezeigt, gilt 7 Tage und kann einmal verwendet werden.`,
      label: 'Einladungslink',
      copy: 'Link kopieren',
      copied: 'Kopiert',
      notCopied: 'Der Browser hat das Kopieren nicht erlaubt. Markieren Sie den Link und kopieren Sie ihn.',
      done: 'Fertig',
      askTitle: 'Schließen, ohne den Link zu kopieren?',
      askText:
        'Dieser Link wird nicht noch einmal angezeigt. Sie können einen neuen Link erstellen, dann wird dieser Link ungültig.',
      keep: 'Link anzeigen',
      close: 'Ohne Kopieren schließen',
    },
  },
  invited: {
    title: 'Einladungen',
    aside: 'jeder Link gilt 7 Tage und nur einmal',
    none: 'Zurzeit ist niemand eingeladen.',
    states: {
      failed: 'Nicht zugestellt',
      retrying: 'Noch nicht zugestellt',
      sending: 'Wird gesendet',
      expired: 'Abgelaufen',
      'by-link': 'Link erstellt',
    },
    waiting: (left) => `Offen, läuft in ${left} ab`,
    by: (time, name) => (name ? `Eingeladen von ${isolated(name)} (${time}).` : `Eingeladen (${time}).`),
    accepted: 'Der Mailserver hat die E-Mail angenommen.',
    tried: (count) => (count === 1 ? 'Bisher 1 Zustellversuch.' : `Bisher ${count} Zustellversuche.`),
    again: (time) => `Der nächste Zustellversuch ist um ${time}.`,
    noMail: 'Es wurde keine E-Mail gesendet. Sie können einen neuen Link erstellen.',
    correct: 'Adresse korrigieren',
    sendAgain: 'Erneut einladen',
    newLink: 'Neuer Link',
    withdraw: 'Zurückziehen',
    of: (button, email) => `${button}: ${isolated(email)}`,
    withdrawTitle: (email) => `Einladung für ${isolated(email)} zurückziehen?`,
    withdrawText: 'Der Link funktioniert dann nicht mehr. Sie können die Person später erneut einladen.',
    keep: 'Einladung behalten',
    withdrawn: (email) => `Die Einladung für ${isolated(email)} wurde zurückgezogen.`,
  },
  person: {
    gone: 'Diese Person ist kein Mitglied',
    goneLead: 'Die Person wurde entfernt oder hat die Einladung noch nicht angenommen.',
    back: 'Zurück zu allen Personen',
    close: 'Schließen',
    headline: {
      none: (name) => `${isolated(name)} hat keine offene Sitzung.`,
      sessions: (name, count) =>
        count === 1 ? `${isolated(name)} hat 1 offene Sitzung.` : `${isolated(name)} hat ${count} offene Sitzungen.`,
      unknown: (name) => `${isolated(name)}`,
    },
    unused: (count) =>
      count === 1
        ? '1 Sitzung wurde seit 14 Tagen nicht benutzt.'
        : `${count} Sitzungen wurden seit 14 Tagen nicht benutzt.`,
    since: (role, date) => `${role}, Mitglied seit ${date}`,
    sessions: 'Sitzungen',
    sessionsWhat: 'die Sitzungen dieser Person',
    noSessions: 'Diese Person hat keine offene Sitzung.',
    onlyAdmins: 'Nur Admins sehen die Sitzungen der Mitglieder.',
    aboveYours: 'Nur Inhaber sehen die Sitzungen eines Inhabers.',
    own: 'Ihre eigenen Sitzungen stehen auf der Seite Ihres Kontos.',
    ownLink: 'Konto öffnen',
    token: 'Skript oder App (Bearer-Token)',
    used: (since, used, address) =>
      address
        ? `Seit ${since}, zuletzt benutzt: ${used}, IP-Adresse ${address}`
        : `Seit ${since}, zuletzt benutzt: ${used}`,
    revoke: 'Beenden',
    revokeOne: (device) => `Sitzung beenden: ${device}`,
    revoked: 'Die Sitzung wurde beendet.',
    revokeAll: 'Alle Sitzungen beenden',
    revokeAllTitle: (name) => `Alle Sitzungen von ${isolated(name)} beenden?`,
    revokeAllText:
      'Alle Sitzungen der Person enden innerhalb einer Sekunde, auch in anderen Organisationen. Die Person erhält eine E-Mail. Bereits gesendete Befehle werden nicht zurückgenommen. Das Passwort der Person gilt weiter.',
    keepSessions: 'Sitzungen behalten',
    revokedAll: 'Alle Sitzungen wurden beendet.',
    note: 'Eine beendete Sitzung erhält spätestens nach einer Sekunde keine Live-Daten mehr. Bereits gesendete Befehle werden nicht zurückgenommen. Das Passwort der Person gilt weiter: Um die Person auszuschließen, entfernen Sie die Person auch aus der Organisation.',
    role: 'Rolle',
    roleAside: 'änderbar durch Admins und Inhaber',
    recent: 'Zuletzt',
    recentAside: 'die letzten Aktionen im Protokoll',
    recentNone: 'Das Protokoll enthält noch keine Aktionen dieser Person.',
    remove: (organization) => `Aus ${isolated(organization)} entfernen`,
    leave: (organization) => `${isolated(organization)} verlassen`,
    stays: 'Der Name der Person bleibt im Verlauf.',
    removeTitle: (name, organization) => `${isolated(name)} aus ${isolated(organization)} entfernen?`,
    leaveTitle: (organization) => `${isolated(organization)} verlassen?`,
    ends: [
      'Der Zugang zu Wänden, Schildern und Live-Daten endet innerhalb einer Sekunde.',
      'Die Person erhält keine Benachrichtigungen dieser Organisation mehr.',
    ],
    withdraws: (count) =>
      count === 1
        ? '1 offene Einladung, die diese Person gesendet hat, wird zurückgezogen.'
        : `${count} offene Einladungen, die diese Person gesendet hat, werden zurückgezogen.`,
    keeps:
      'Das Konto, Mitgliedschaften in anderen Organisationen und der Verlauf bleiben erhalten. Bereits gesendete Befehle werden nicht zurückgenommen.',
    keep: 'Mitglied behalten',
    stay: 'Mitglied bleiben',
    removed: (name) => `${isolated(name)} wurde entfernt.`,
    onlyAdminsRemove: 'Nur Admins können Mitglieder entfernen.',
    aboveYoursRemove: 'Nur Inhaber können einen Inhaber entfernen.',
  },
};
