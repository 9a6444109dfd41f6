import type { first as english } from '../english/first-sign.ts';
import { isolated } from '../isolate-direction.ts';

export const first: typeof english = {
  title: 'Noch keine Schilder. So richten Sie das erste Schild ein:',
  lead: 'Das Einrichten dauert etwa eine Minute. Das Schild zeigt einen Code. Sie übernehmen das Schild und geben ihm einen Namen, dann zeigt es Ihre Seite.',
  moreTitle: 'So fügen Sie ein weiteres Schild hinzu:',
  showWall: 'Wand anzeigen',
  signs: 'Schilder',
  onlyOperators: 'Nur Operatoren und Admins können Schilder übernehmen und vorbereiten.',
  browser: {
    title: 'In diesem Browser',
    lead: 'Ein virtuelles Schild verhält sich wie ein echtes: Es zeigt einen Code, lädt seine Seite und geht offline, wenn Sie es schließen. Sie brauchen weder ein Telefon noch einen zweiten Bildschirm.',
    open: 'Virtuelles Schild in diesem Browser öffnen',
    steps: [
      'Hier öffnet sich ein virtuelles Schild und zeigt seinen Code.',
      'Geben Sie im Formular neben dem Schild Name, Ort und Seite ein.',
      'Das Schild lädt die Seite und erscheint dann auf dieser Wand.',
    ],
    foot: 'Sie können beliebig viele virtuelle Schilder öffnen, jedes in einem eigenen Tab.',
  },
  phone: {
    title: 'Mit einem Telefon',
    lead: 'Übernehmen Sie Schilder mit dem Telefon. Scannen Sie diesen Code mit der Kamera und dann den Code eines Schilds.',
    leadHere: 'Mit diesem Telefon können Sie Schilder übernehmen. Richten Sie es auf ein Schild, das einen Code zeigt.',
    openCamera: 'Kamera öffnen',
    qr: (url) => `QR-Code für ${url}`,
    foot: 'Das Telefon muss im selben Netz sein wie der Dienst. Wenn das Telefon vor dem Zertifikat warnt, öffnen Sie die Seite, deren URL der Dienst im Terminal anzeigt, und installieren Sie dort das Zertifikat.',
    onlyHere: 'Dieser Dienst ist nur von diesem Computer aus erreichbar. Ein Telefon kann diese URL nicht öffnen:',
    steps: ['Verbinden Sie den Computer mit dem Netz der Halle.', 'Beenden Sie den Dienst und starten Sie ihn so:'],
    onlyHereFoot:
      'Danach erscheint hier ein QR-Code mit der URL, unter der Telefone den Dienst erreichen. Ihre Veranstaltungen und Schilder bleiben erhalten.',
  },
  screen: {
    title: 'Auf einem echten Bildschirm',
    lead: 'Führen Sie diesen Befehl auf dem Computer hinter dem Bildschirm aus, und zwar im Ordner mit einer Kopie des Programms. Das Schild füllt den Bildschirm und zeigt einen Code.',
    leadHere:
      'Führen Sie diesen Befehl auf diesem Computer aus, und zwar im Ordner dieses Programms. Das Schild öffnet sich in einem Fenster und zeigt einen Code.',
    authority:
      'Beim Start zeigt der Dienst im Terminal den Pfad der Datei authority.crt an. Kopieren Sie diese Datei auf den Computer hinter dem Bildschirm, damit der Computer diesem Dienst vertraut.',
    onlyHere:
      'Solange der Dienst auf localhost läuft, können Schilder nur auf diesem Computer laufen. Läuft ein Schild auf einem anderen Computer, füllt es dort den Bildschirm.',
    foot: 'Das Programm läuft unter Windows, macOS und Linux. Nach einem Stromausfall startet das Schild automatisch.',
  },
  copy: 'Kopieren',
  copied: 'Kopiert',
  copyIt: (command) => `Den Befehl ${command} kopieren`,
  notCopied:
    'Ihr Browser erlaubt dieser Seite das Kopieren nicht. Markieren Sie den Befehl und kopieren Sie ihn selbst.',
  typed: {
    title: 'Zeigt bereits ein Schild einen Code?',
    label: 'Geben Sie hier die sechs Zeichen des Codes ein.',
    find: 'Schild finden',
  },
  prepareLead: 'Noch kein Schild zur Hand?',
  prepare: 'Schilder im Voraus vorbereiten',
  virtual: {
    connecting: 'Ihr virtuelles Schild wird verbunden.',
    connectingLead: 'Das Schild zeigt seinen Code, sobald es den Dienst erreicht hat.',
    ready: 'Sie können Ihr virtuelles Schild übernehmen.',
    readyLead: 'Das Schild zeigt seinen Code. Geben Sie dem Schild hier einen Namen.',
    refused: 'Hier lässt sich kein virtuelles Schild öffnen.',
    refusedLead: 'Unten steht, warum das so ist und was Sie tun können.',
    otherWays: 'Andere Möglichkeiten',
    frame: 'Virtuelles Schild',
    under: 'Virtuelles Schild in diesem Browser. Es geht offline, wenn Sie es schließen.',
    ownTab: 'In einem eigenen Tab öffnen',
    close: 'Schließen',
  },
  claim: {
    title: (code) => `Schild ${code} übernehmen`,
    steps: ['Code', 'Name', 'Seite geladen', 'Übernommen'],
    isDone: 'erledigt',
    isNow: 'aktueller Schritt',
    name: 'Eingang',
    location: 'Halle 1',
    locationHint: 'Der Teil vor dem ersten Komma ist der Bereich des Schilds auf der Wand.',
    samplePage: 'Eine Beispielseite',
    noPage: 'Noch keine Seite',
    lead: (event) =>
      `Das Schild lädt zuerst die Seite. Das dauert bis zu 15 Sekunden. Danach gehört es zu ${isolated(event)}.`,
    again: 'Schild noch einmal suchen',
  },
  done: {
    showing: (name) => `${isolated(name)} zeigt seine Seite.`,
    claimed: (name) => `${isolated(name)} ist übernommen.`,
    proved: (time, seconds) => `Übernommen um ${time}. Das Schild hat seine Seite in ${seconds} s geladen.`,
    at: (time) => `Übernommen um ${time}.`,
    openSign: 'Details zum Schild',
    next: 'Nächste Schritte',
    nextLead: 'Die Reihenfolge ist beliebig.',
    madeEvent: 'Eine Veranstaltung anlegen',
    claimedSign: 'Das erste Schild übernehmen',
    keep: 'Schild weiterlaufen lassen',
    keepLead: 'Das Schild geht offline, wenn Sie diese Seite verlassen. In einem eigenen Tab läuft es weiter.',
    page: 'Seite auswählen',
    pageLead: 'In den Details des Schilds können Sie eine Webseite zuweisen, Befehle senden und Einstellungen ändern.',
    more: 'Das nächste Schild übernehmen',
    moreLead:
      'Sie können Schilder auch jetzt vorbereiten. Vor Ort verbinden Sie dann jedes Schild durch einen einzigen Scan mit seinem Gerät.',
    moreButton: 'Schilder vorbereiten',
    toWall: 'Liste schließen und Wand anzeigen',
  },
};
