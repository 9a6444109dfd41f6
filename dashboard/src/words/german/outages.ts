import type { WallWords } from '../english-wall.ts';
import { isolated } from '../isolate-direction.ts';

const signs = (count: number): string => `${count} ${count === 1 ? 'Schild' : 'Schilder'}`;

const guessed = (facts: number): string =>
  `Das ist eine Vermutung aufgrund von ${facts === 1 ? 'einer Tatsache' : `${facts} Tatsachen`}.`;

export const outages: WallWords['outages'] = {
  title: 'Ausfälle',
  what: 'die Ausfälle',
  notRead: (time) => `Seit ${time} nicht aktualisiert.`,
  headline: {
    none: 'Kein Ausfall ist offen.',
    open: (count) => (count === 1 ? '1 Ausfall ist offen.' : `${count} Ausfälle sind offen.`),
    nobody: (count, of) =>
      count === 0
        ? 'Alle sind bestätigt.'
        : of === 1
          ? 'Noch nicht bestätigt.'
          : count === of
            ? 'Noch keiner ist bestätigt.'
            : count === 1
              ? '1 ist noch nicht bestätigt.'
              : `${count} sind noch nicht bestätigt.`,
    affected: (count, total) => `${count} von ${total} Schildern ${count === 1 ? 'ist' : 'sind'} betroffen.`,
    oldest: (age) => `Der älteste dauert schon ${age}.`,
    today: (count) => `${count} heute`,
    half: (age, ended) =>
      ended === 1 ? `1 ist beendet, nach ${age}` : `${ended} sind beendet, die Hälfte davon innerhalb von ${age}`,
  },
  filters: 'Ausfälle filtern',
  deleted: 'Gelöschtes Schild',
  states: { all: 'Alle', open: 'Offen', closed: 'Beendet' },
  columns: {
    outage: 'Ausfall',
    since: 'Seit',
    lasted: 'Dauer',
    signs: 'Schilder',
    told: 'Benachrichtigt',
    acknowledged: 'Bestätigt',
  },
  list: 'Ausfälle',
  many: signs,
  names: (first, last) => `${isolated(first)} bis ${isolated(last)}`,
  told: (time, people) => `${time}, ${people} ${people === 1 ? 'Person' : 'Personen'}`,
  toldEnd: (time) => `benachrichtigt; Ende ${time}`,
  toldNobody: 'niemand',
  nobodyYet: 'noch niemand',
  quote: (note) => `„${isolated(note)}“`,
  withNobody: 'nicht bestätigt',
  away: 'Dienst nicht erreichbar',
  awayBeside: 'keine Ausfälle gemeldet, niemand benachrichtigt',
  awayRest: 'kein Schild war die Ursache',
  nothing: 'Keine Ausfälle gefunden.',
  nothingLead: 'Kein Ausfall passt zu diesem Filter.',
  calm: 'Bisher keine Ausfälle.',
  calmLead:
    'Wenn ein Schild ausfällt oder seine Seite nicht zeigen kann, sehen Sie hier den Ausfall und wer benachrichtigt wurde.',
  older: 'Ältere',
  all: 'Alle Ausfälle',
  gone: 'Diesen Ausfall gibt es nicht mehr',
  goneLead: 'Das Schild wurde gelöscht, oder Sie gehören nicht zu seiner Organisation.',
  one: {
    place: (count, of, place) => `${count} von ${of} Schildern in ${isolated(place)}`,
    host: (count, host) => `${signs(count)} mit Seiten von ${isolated(host)}`,
    is: {
      offline: 'ist offline',
      unreachable: 'erreicht seine Seite nicht',
      error: 'kann seine Seite nicht laden',
      blank: 'hat einen leeren Bildschirm',
    },
    are: {
      offline: 'sind offline',
      unreachable: 'erreichen ihre Seite nicht',
      error: 'können ihre Seite nicht laden',
      blank: 'haben einen leeren Bildschirm',
    },
    what: (who, are) => `${who} ${are},`,
    lasting: (age) => `seit ${age}.`,
    was: {
      offline: 'war offline',
      unreachable: 'erreichte seine Seite nicht',
      error: 'konnte seine Seite nicht laden',
      blank: 'hatte einen leeren Bildschirm',
    },
    were: {
      offline: 'waren offline',
      unreachable: 'konnten ihre Seite nicht erreichen',
      error: 'konnten ihre Seite nicht laden',
      blank: 'hatten einen leeren Bildschirm',
    },
    ended: (who, were, age) => `${who} ${were}, ${age} lang.`,
    fromTo: (from, to) => `Von ${from} bis ${to}.`,
    endTold: (time) => `Das Ende wurde um ${time} gemeldet.`,
    back: (count) => (count === 1 ? '1 Schild läuft wieder.' : `${count} Schilder laufen wieder.`),
    select: (count) => (count === 1 ? 'Auswählen' : `Diese ${count} auswählen`),
    refresh: () => 'Neu laden',
    refreshed: (count) => `„Neu laden“ wurde an ${count} ${count === 1 ? 'Schild' : 'Schilder'} gesendet.`,
    within: (seconds) => `Sie fielen innerhalb von ${seconds} aus.`,
    began: (seconds) => `Das Problem begann bei allen innerhalb von ${seconds}.`,
    alone: 'Kein anderes Schild hat dieselbe Ursache.',
    stayed: (count) =>
      count === 1
        ? '1 anderes Schild im selben Bereich blieb online.'
        : `${count} andere Schilder im selben Bereich blieben online.`,
    when: 'Ausfallzeit jedes Schilds',
    whenAside: 'eine Zeile pro Schild, mit einem Punkt beim letzten Herzschlag',
    whenBegan: 'eine Zeile pro Schild, mit einem Punkt beim Beginn des Problems',
    beyond: (count, time) =>
      count === 1
        ? `seit ${time} wieder da, nach dem Ende der Grafik`
        : `alle seit ${time} wieder da, nach dem Ende der Grafik`,
    lastHeard: (time) => `${time} letzter Herzschlag`,
    lastBegan: (time, count) => (count === 1 ? `${time} Beginn` : `${time} letzter Beginn`),
    withinShort: (age) => `innerhalb von ${age}`,
    judged: (time) => `${time} offline`,
    silent: (age) => `${age} ohne Herzschlag`,
    toldAt: (time) => `${time} benachrichtigt`,
    stayedRow: (count) =>
      count === 1 ? '1 im selben Bereich blieb online' : `${count} im selben Bereich blieben online`,
    last: (time) => `zuletzt gesehen ${time}`,
    since: (time) => `seit ${time}`,
    moreSigns: (count) => `und ${count} ${count === 1 ? 'weiteres' : 'weitere'}`,
    share: 'Gemeinsamkeiten',
    shareAside: 'Unterschiede zu anderen Schildern zuerst',
    ofOne: { share: 'Im Vergleich', shareAside: 'einzigartige Merkmale zuerst' },
    guess: {
      place: (place) => `Wahrscheinlich ein Switch, eine Sicherung oder eine Steckdosenleiste in ${isolated(place)}.`,
      host: (host) => `Wahrscheinlich die Seiten von ${isolated(host)}.`,
      between: (names) => `Wahrscheinlich ein Switch, eine Sicherung oder eine Steckdosenleiste: ${names}.`,
    },
    guessLead: {
      heartbeats: (facts) => `Wir sehen nur Herzschläge: ${guessed(facts)}`,
      pages: (facts) => `Wir wissen nur, was Schilder über ihre Seiten melden: ${guessed(facts)}`,
    },
    traits: {
      neighbours: 'Nachbarn',
      moment: 'Gleichzeitig',
      place: 'Bereich',
      host: 'Seite',
      version: 'App',
      screen: 'Bildschirm',
    },
    ofHost: (host) => `von ${isolated(host)}`,
    went: 'Betroffene Schilder',
    staid: 'Andere im Bereich',
    rest: 'Rest der Veranstaltung',
    read: 'Bedeutung',
    apart: {
      neighbours: 'Diese Schilder stehen direkt nebeneinander.',
      moment:
        'Das deutet auf einen Switch, eine Sicherung oder eine Steckdosenleiste hin. Bei einem WLAN-Ausfall gehen Schilder nach und nach offline.',
      place: 'An keinem anderen Ort ist ein Schild betroffen.',
      host: 'Kein anderes Schild zeigt Seiten von diesem Host.',
      version: 'Kein anderes Schild hat diese Version.',
      screen: 'Kein anderes Schild hat einen solchen Bildschirm.',
    },
    notApart: {
      neighbours: signs,
      moment: signs,
      place: (count) =>
        `${signs(count)} ${count === 1 ? 'ist' : 'sind'} in diesem Bereich, daher ist der Bereich allein nicht die Ursache.`,
      host: (count) =>
        `${signs(count)} ${count === 1 ? 'zeigt' : 'zeigen'} Seiten von diesem Host, daher ist der Host nicht die Ursache.`,
      version: (count) =>
        `${signs(count)} ${count === 1 ? 'hat' : 'haben'} diese Version, daher ist die Version nicht die Ursache.`,
      screen: (count) =>
        `${signs(count)} ${count === 1 ? 'hat' : 'haben'} einen solchen Bildschirm, daher ist der Bildschirm nicht die Ursache.`,
    },
    notAll: 'Das trifft nicht auf alle betroffenen Schilder zu.',
    noOthers: 'Es gibt kein anderes Schild zum Vergleich.',
    trait: 'Merkmal',
    counted: (have, of) => `${have} von ${of}`,
    told: 'Wer benachrichtigt wurde',
    toldNobody: 'Niemand wurde benachrichtigt.',
    toldNoMore: (name, time) =>
      `${isolated(name)} hat es um ${time} bestätigt. Danach wird niemand mehr benachrichtigt.`,
    subscription: 'Wer welche Nachrichten bekommt',
    toldLead: (messages, count, age) =>
      `${messages === 1 ? 'Eine Nachricht' : `${messages} Nachrichten`} für ${signs(count)}, ${messages === 1 ? '' : 'die erste '}${age}, nachdem das letzte Schild betroffen war.`,
    channel: 'Kanal',
    at: 'Zugestellt',
    toWhom: 'An',
    ofEnd: 'über das Ende',
    story: 'Ablauf',
    chapters: {
      heard: (count) => (count === 1 ? 'Letzter Herzschlag' : `Letzter Herzschlag von ${count} Schildern`),
      began: (count) =>
        count === 1 ? 'Das Problem beginnt' : `Das Problem beginnt beim letzten von ${count} Schildern`,
      told: (count) => (count === 1 ? 'Eine Person benachrichtigt' : `${count} Personen benachrichtigt`),
      acknowledged: (_count, name) => `Bestätigt von ${isolated(name)}`,
      someBack: (count) => (count === 1 ? '1 Schild läuft wieder' : `${count} Schilder laufen wieder`),
      back: (count) => (count === 1 ? 'Das Schild läuft wieder' : `Alle ${count} Schilder laufen wieder`),
      toldEnd: (count) =>
        count === 1 ? 'Eine Person über das Ende benachrichtigt' : `${count} Personen über das Ende benachrichtigt`,
    },
    channels: { email: 'E-Mail', push: 'Push', inbox: 'Posteingang' },
    people: (count) => (count === 1 ? '1 Person' : `${count} Personen`),
    ask: 'Diesen Ausfall bestätigen?',
    askLead:
      'Die Wand zeigt Ihren Namen und Ihre Notiz. Es werden keine Erinnerungen mehr gesendet, das Ende wird aber weiterhin gemeldet.',
    note: 'Notiz',
    optional: 'optional',
    acknowledge: 'Bestätigen',
    acknowledged: 'Bestätigt',
    quiet: 'keine Erinnerung bis zum Ende',
    as: (name) => `als ${isolated(name)}`,
    by: (name, time) => `${isolated(name)}, ${time}`,
    takeBack: 'Zurücknehmen',
    done: 'Bestätigt.',
    onlyOperators: 'Nur Operatoren und Admins können Ausfälle bestätigen.',
  },
};
