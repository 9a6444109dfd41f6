import type { WallWords } from '../english-wall.ts';
import { isolated } from '../isolate-direction.ts';

const signs = (count: number): string => `${count} ${count === 1 ? 'Schild' : 'Schilder'}`;

const ofSigns = (count: number): string => `${count} ${count === 1 ? 'Schild' : 'Schildern'}`;

const afterLast = (count: number, age: string): string =>
  count === 1 ? `${age} nach dem Ausfall` : `${age} nach dem Ausfall des letzten Schilds`;

const guessed = (facts: number): string =>
  facts === 1
    ? 'Diese Vermutung stützt sich auf ein Merkmal, das nur die betroffenen Schilder haben.'
    : `Diese Vermutung stützt sich auf ${facts} Merkmale, die nur die betroffenen Schilder haben.`;

export const outages: WallWords['outages'] = {
  title: 'Ausfälle',
  what: 'die Ausfälle',
  notRead: (time) => `Seit ${time} nicht aktualisiert.`,
  headline: {
    none: 'Kein Ausfall ist offen.',
    open: (count) => (count === 1 ? '1 Ausfall ist offen.' : `${count} Ausfälle sind offen.`),
    nobody: (count, of) =>
      count === 0
        ? of === 1
          ? 'Der Ausfall ist bestätigt.'
          : 'Alle Ausfälle sind bestätigt.'
        : of === 1
          ? 'Der Ausfall ist noch nicht bestätigt.'
          : count === of
            ? 'Es wurde noch kein Ausfall bestätigt.'
            : count === 1
              ? '1 Ausfall ist noch nicht bestätigt.'
              : `${count} Ausfälle sind noch nicht bestätigt.`,
    affected: (count, total) => `${count} von ${total} Schildern ${count === 1 ? 'ist' : 'sind'} betroffen.`,
    oldest: (age) => `Der älteste Ausfall dauert schon ${age}.`,
    today: (count) => (count === 1 ? '1 Ausfall heute' : `${count} Ausfälle heute`),
    half: (age, ended) =>
      ended === 1 ? `1 Ausfall endete nach ${age}` : `${ended} Ausfälle beendet, die Hälfte innerhalb von ${age}`,
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
  toldEnd: (time) => `Ende um ${time} gemeldet`,
  toldNobody: 'niemand',
  nobodyYet: 'noch niemand',
  quote: (note) => `„${isolated(note)}“`,
  withNobody: 'nicht bestätigt',
  away: 'Unser Dienst war ausgefallen',
  awayBeside: 'keine Ausfälle gemeldet, niemand benachrichtigt',
  awayRest: 'kein Schild war die Ursache',
  nothing: 'Keine Ausfälle gefunden.',
  nothingLead: 'Kein Ausfall passt zu diesem Filter.',
  time: 'Zeitraum',
  times: {
    all: 'Gesamter Zeitraum',
    today: 'Heute',
    yesterday: 'Gestern',
    week: 'Letzte 7 Tage',
    span: (from, to) => `${from} bis ${to}`,
    since: (from) => `Seit ${from}`,
    before: (to) => `Vor ${to}`,
  },
  ofSign: (sign) => `Schild: ${isolated(sign)}`,
  calm: 'Bisher keine Ausfälle.',
  calmLead:
    'Wenn ein Schild offline geht oder seine Seite nicht zeigen kann, erscheint hier der Ausfall. Sie sehen dann auch, wer benachrichtigt wurde.',
  older: 'Ältere',
  all: 'Alle Ausfälle',
  gone: 'Diesen Ausfall gibt es nicht mehr',
  goneLead: 'Das Schild wurde gelöscht, oder Sie gehören nicht zu seiner Organisation.',
  one: {
    place: (count, of, place) => `${count} von ${of} Schildern in ${isolated(place)}`,
    host: (count, host) => `${signs(count)} mit Seiten von ${isolated(host)}`,
    is: {
      offline: 'ist offline',
      unreachable: 'kann seine Seite nicht erreichen',
      error: 'kann seine Seite nicht laden',
      blank: 'zeigt einen leeren Bildschirm',
    },
    are: {
      offline: 'sind offline',
      unreachable: 'können ihre Seite nicht erreichen',
      error: 'können ihre Seite nicht laden',
      blank: 'zeigen einen leeren Bildschirm',
    },
    what: (who, are) => `${who} ${are}.`,
    lasting: (age) => `Dauer: ${age}.`,
    was: {
      offline: 'war offline',
      unreachable: 'konnte seine Seite nicht erreichen',
      error: 'konnte seine Seite nicht laden',
      blank: 'zeigte einen leeren Bildschirm',
    },
    were: {
      offline: 'waren offline',
      unreachable: 'konnten ihre Seite nicht erreichen',
      error: 'konnten ihre Seite nicht laden',
      blank: 'zeigten einen leeren Bildschirm',
    },
    ended: (who, were, age) => `${who} ${were}. Dauer: ${age}.`,
    fromTo: (from, to) => `Von ${from} bis ${to}.`,
    endTold: (time) => `Das Ende des Ausfalls wurde um ${time} gemeldet.`,
    back: (count) => (count === 1 ? '1 Schild läuft wieder.' : `${count} Schilder laufen wieder.`),
    select: (count) => (count === 1 ? 'Auswählen' : `${count} Schilder auswählen`),
    refresh: () => 'Neu laden',
    refreshed: (count) => `Der Befehl „Neu laden“ wurde an ${count} ${count === 1 ? 'Schild' : 'Schilder'} gesendet.`,
    within: (seconds) => `Die Schilder fielen innerhalb von ${seconds} aus.`,
    began: (seconds) => `Das Problem begann bei allen Schildern innerhalb von ${seconds}.`,
    alone: 'Kein anderes Schild ist von derselben Ursache betroffen.',
    stayed: (count) =>
      count === 1
        ? 'Nur ein Teil des Bereichs ist betroffen: 1 anderes Schild blieb online.'
        : `Nur ein Teil des Bereichs ist betroffen: ${count} andere Schilder blieben online.`,
    when: 'Beginn des Ausfalls je Schild',
    whenAside: 'eine Zeile pro Schild, mit einem Punkt beim letzten Herzschlag',
    whenBegan: 'eine Zeile pro Schild, mit einem Punkt beim Beginn des Problems',
    beyond: (count, time) =>
      count === 1
        ? `das Schild läuft seit ${time} wieder (nach dem dargestellten Zeitraum)`
        : `alle Schilder laufen seit ${time} wieder (nach dem dargestellten Zeitraum)`,
    lastHeard: (time) => `letzter Herzschlag: ${time}`,
    lastBegan: (time, count) => (count === 1 ? `Problembeginn: ${time}` : `letzter Problembeginn: ${time}`),
    withinShort: (age) => `innerhalb von ${age}`,
    judged: (time) => `offline seit ${time}`,
    silent: (age) => `${age} ohne Herzschlag`,
    toldAt: (time) => `benachrichtigt um ${time}`,
    stayedRow: (count) =>
      count === 1
        ? '1 anderes Schild im selben Bereich blieb online'
        : `${count} andere Schilder im selben Bereich blieben online`,
    last: (time) => `zuletzt um ${time} gesehen`,
    since: (time) => `seit ${time}`,
    moreSigns: (count) => (count === 1 ? 'und 1 weiteres Schild' : `und ${count} weitere Schilder`),
    share: 'Gemeinsamkeiten',
    shareAside: 'Merkmale, die nur diese Schilder haben, stehen oben',
    ofOne: { share: 'Vergleich mit anderen Schildern', shareAside: 'Merkmale, die nur dieses Schild hat, stehen oben' },
    guess: {
      place: (place) =>
        `Die Ursache ist wahrscheinlich ein Switch, eine Sicherung oder eine Steckdosenleiste in ${isolated(place)}.`,
      host: (host) => `Die Ursache sind wahrscheinlich die Seiten von ${isolated(host)}.`,
      between: (names) =>
        `Die Ursache ist wahrscheinlich ein Switch, eine Sicherung oder eine Steckdosenleiste bei den Schildern ${names}.`,
    },
    guessLead: {
      heartbeats: (facts) => `Der Dienst kennt nur die Herzschläge der Schilder. ${guessed(facts)}`,
      pages: (facts) => `Der Dienst weiß nur, was die Schilder über ihre Seiten melden. ${guessed(facts)}`,
    },
    traits: {
      neighbours: 'Nachbarn',
      moment: 'Gleichzeitig',
      place: 'Bereich',
      address: 'Adressen in Folge',
      host: 'Seite',
      version: 'App',
      screen: 'Bildschirm',
    },
    ofHost: (host) => `Host ${isolated(host)}`,
    went: 'Betroffene Schilder',
    staid: 'Andere im Bereich',
    rest: 'Rest der Veranstaltung',
    read: 'Bedeutung',
    apart: {
      neighbours: 'Diese Schilder stehen direkt nebeneinander.',
      moment:
        'Ein gleichzeitiger Ausfall deutet auf einen Switch, eine Sicherung oder eine Steckdosenleiste hin. Bei einem WLAN-Ausfall gehen Schilder nach und nach offline.',
      place: 'In keinem anderen Bereich ist ein Schild betroffen.',
      host: 'Nur betroffene Schilder zeigen Seiten von diesem Host.',
      version: 'Nur betroffene Schilder haben diese Version.',
      screen: 'Nur betroffene Schilder haben einen solchen Bildschirm.',
    },
    notApart: {
      neighbours: signs,
      moment: signs,
      place: (count) =>
        `${count} Schilder sind in diesem Bereich, und nicht alle davon sind betroffen, daher ist der Bereich allein nicht die Ursache.`,
      host: (count) =>
        `${count} Schilder zeigen Seiten von diesem Host, und nicht alle davon sind betroffen, daher ist der Host nicht die Ursache.`,
      version: (count) =>
        `${count} Schilder haben diese Version, und nicht alle davon sind betroffen, daher ist die Version nicht die Ursache.`,
      screen: (count) =>
        `${count} Schilder haben einen solchen Bildschirm, und nicht alle davon sind betroffen, daher ist der Bildschirm nicht die Ursache.`,
    },
    addressesMean:
      'Diese Schilder hängen wahrscheinlich am selben Switch. Die Adressen der anderen Schilder sind nicht gespeichert.',
    notKnown: 'nicht bekannt',
    notAll: 'Dieses Merkmal haben nicht alle betroffenen Schilder.',
    noOthers: 'Es gibt kein anderes Schild zum Vergleich.',
    trait: 'Merkmal',
    counted: (have, of) => `${have} von ${of}`,
    told: 'Wer benachrichtigt wurde',
    toldNobody: 'Niemand wurde benachrichtigt.',
    toldNoMore: (name, time) =>
      `${isolated(name)} hat den Ausfall um ${time} bestätigt. Danach wird niemand mehr benachrichtigt.`,
    subscription: 'Wer welche Benachrichtigungen erhält',
    toldLead: (messages, count, age) =>
      messages === 1
        ? `Zu ${ofSigns(count)} wurde eine Nachricht gesendet, ${afterLast(count, age)}.`
        : `Zu ${ofSigns(count)} wurden ${messages} Nachrichten gesendet, die erste ${afterLast(count, age)}.`,
    channel: 'Kanal',
    at: 'Zugestellt',
    toWhom: 'An',
    ofEnd: 'zum Ende des Ausfalls',
    story: 'Ablauf',
    chapters: {
      heard: (count) => (count === 1 ? 'Letzter Herzschlag' : `Letzter Herzschlag von ${count} Schildern`),
      began: (count) =>
        count === 1 ? 'Beginn des Problems' : `Beginn des Problems beim letzten von ${count} Schildern`,
      told: (count) => (count === 1 ? 'Eine Person wurde benachrichtigt' : `${count} Personen wurden benachrichtigt`),
      acknowledged: (_count, name) => `Von ${isolated(name)} bestätigt`,
      someBack: (count) => (count === 1 ? '1 Schild läuft wieder' : `${count} Schilder laufen wieder`),
      back: (count) => (count === 1 ? 'Das Schild läuft wieder' : `Alle ${count} Schilder laufen wieder`),
      toldEnd: (count) =>
        count === 1
          ? 'Eine Person wurde über das Ende des Ausfalls benachrichtigt'
          : `${count} Personen wurden über das Ende des Ausfalls benachrichtigt`,
    },
    deliveries: {
      person: 'Person',
      you: 'Sie',
      notChosen: 'nicht gewählt',
      states: {
        delayed: 'Wartet',
        queued: 'Wird gesendet',
        sent: 'Gesendet',
        failed: 'Fehlgeschlagen',
        dropped: 'Nicht gesendet',
      },
      delayedWhy: 'Wartezeit, Ruhezeit, Pause oder Stundenlimit',
      inboxes: (count) =>
        count === 1 ? 'Die Nachricht liegt in 1 Posteingang.' : `Die Nachricht liegt in ${count} Posteingängen.`,
      notStored: 'Die Liste der Personen ist nicht mehr gespeichert.',
      ofOne: (sign) => `Die Tabelle zeigt die Nachrichten zu ${isolated(sign)}.`,
    },
    channels: { email: 'E-Mail', push: 'Push', inbox: 'Posteingang' },
    people: (count) => (count === 1 ? '1 Person' : `${count} Personen`),
    ask: 'Diesen Ausfall bestätigen?',
    askLead:
      'Die Wand zeigt Ihren Namen und Ihre Notiz. Es werden keine Erinnerungen mehr gesendet, aber das Ende des Ausfalls wird weiterhin gemeldet.',
    note: 'Notiz',
    optional: 'optional',
    acknowledge: 'Bestätigen',
    acknowledged: 'Bestätigt',
    quiet: 'keine Erinnerungen bis zum Ende des Ausfalls',
    as: (name) => `Bestätigung als ${isolated(name)}`,
    by: (name, time) => `${isolated(name)}, ${time}`,
    takeBack: 'Zurücknehmen',
    done: 'Der Ausfall ist bestätigt.',
    onlyOperators: 'Nur Operatoren und Admins können Ausfälle bestätigen.',
  },
};
