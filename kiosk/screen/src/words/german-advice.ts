import { plain, portOf, short, whyFailed, type AdviceOf, type LoadFailures } from './advice-parts.ts';
import { TIMES } from './german-times.ts';
import { say, type Sentence } from './sentence.ts';
import { clockTime, lengthOf, triesAgain } from './times.ts';

const FAILURES: LoadFailures = {
  page: 'die Seite',
  notCompleted: 'Der Dienst hat die Übernahme nicht abgeschlossen.',
  frame: (host) => `${host} erlaubt keine eingebettete Anzeige`,
  https: () => 'dieses Schild lädt nur Seiten mit HTTPS',
  name: (host) => `für ${host} wurde keine Adresse gefunden`,
  certificate: (host) => `das Zertifikat von ${host} ist nicht gültig`,
  network: () => 'das Netz war unterbrochen',
  redirects: (host) => `${host} leitet endlos weiter`,
  noAnswer: (host) => `${host} antwortet nicht`,
  tooLong: (host) => `${host} hat zu lange gebraucht`,
  status: (host, status) => `${host} hat mit Fehler ${status} geantwortet`,
  error: (host) => `${host} hat mit einem Fehler geantwortet`,
  notLoaded: (why) => `Die Seite wurde nicht geladen: ${why}`,
};

const bad = { tone: 'bad', small: 'Der nächste Versuch erfolgt automatisch.' } as const;

export const germanAdvice: AdviceOf = {
  scan: () => ({
    ...plain,
    title: 'Zum Übernehmen scannen',
    paragraphs: [say('Oder geben Sie die sechs Zeichen auf dem Telefon ein.')],
  }),
  connecting: ({ reached }) => ({
    ...plain,
    title: reached ? 'Einen Moment' : 'Der Dienst wird gesucht',
    paragraphs: [
      reached
        ? say('Verbunden. Dieses Schild wird beim Dienst angemeldet.')
        : say('Sie können das Schild übernehmen, sobald der Dienst geantwortet hat.'),
    ],
    small: 'Es geht automatisch weiter.',
  }),
  no_card: () => ({
    ...bad,
    title: 'Keine Netzwerkkarte',
    paragraphs: [say('Es wurde keine Netzwerkkarte gefunden. Ohne Netzwerkkarte kann das Schild keinen Code zeigen.')],
    steps: [
      say('Wenn das Gerät einen Adapter nutzt, ziehen Sie ihn heraus und stecken Sie ihn wieder ein.'),
      say('Oder aktivieren Sie die Netzwerkkarte in den Einstellungen des Geräts.'),
    ],
    small: 'Die Prüfung wird automatisch wiederholt.',
  }),
  no_cable: () => ({
    ...bad,
    title: 'Kein Netzwerkkabel',
    paragraphs: [say('Das Schild ist weder per Kabel noch per WLAN verbunden.')],
    steps: [
      say('Stecken Sie das Kabel an beiden Enden ein, bis es klickt.'),
      say('Wenn an der Netzwerkdose kein Licht leuchtet, verwenden Sie eine andere.'),
    ],
    small: 'Die Prüfung wird automatisch wiederholt.',
  }),
  no_address: ({ macAddress }) => ({
    ...bad,
    title: 'Keine Netzwerkadresse',
    paragraphs: [say('Das Kabel ist eingesteckt, aber das Netz hat diesem Schild keine Adresse zugewiesen.')],
    steps: [
      say('Versuchen Sie es an einer anderen Netzwerkdose.'),
      macAddress === null
        ? say('Bitten Sie die IT vor Ort, dieses Schild ins Netz zu lassen.')
        : say('Bitten Sie die IT vor Ort, diese Adresse zuzulassen: ', { mono: macAddress }),
    ],
    small: 'Alle paar Sekunden erfolgt automatisch ein neuer Versuch.',
  }),
  dns: ({ host }) => ({
    ...bad,
    title: 'DNS funktioniert nicht',
    paragraphs: [say(`Das Schild ist mit dem Netz verbunden, findet aber keine Adresse für ${short(host)}`)],
    steps: [
      say('Bitten Sie die IT vor Ort, DNS an dieser Netzwerkdose bereitzustellen.'),
      say('Wenn das Netz eine Anmeldeseite zeigt, bitten Sie um eine Netzwerkdose ohne Anmeldung.'),
    ],
  }),
  no_answer: ({ host, retryAtMs }, now) => ({
    ...bad,
    title: 'Dienst nicht erreichbar',
    paragraphs: [say(`${short(host)} antwortet nicht.`)],
    steps: [
      say(
        'Wenn auch andere Schilder betroffen sind, ist der Dienst ausgefallen. Warten Sie, bis der Dienst wieder läuft.',
      ),
      say(
        `Wenn nur dieses Schild betroffen ist, bitten Sie die IT vor Ort, den ausgehenden Port ${portOf(host)} zu öffnen.`,
      ),
    ],
    small: triesAgain(retryAtMs, now(), TIMES),
  }),
  certificate: ({ host, retryAtMs }, now) => ({
    ...bad,
    title: 'Das Zertifikat ist ungültig',
    paragraphs: [say(`${short(host)} kann nicht nachweisen, der Dienst zu sein.`)],
    steps: [
      say(`Die Uhr des Geräts zeigt ${clockTime(now())}. Wenn diese Uhrzeit falsch ist, stellen Sie die Uhr.`),
      say('Bitten Sie die IT vor Ort, verschlüsselte Verbindungen nicht aufzubrechen.'),
    ],
    small: triesAgain(retryAtMs, now(), TIMES),
  }),
  other_service: ({ host, retryAtMs }, now) => ({
    ...bad,
    title: 'Ein anderer Server antwortet',
    paragraphs: [say(`Der Server unter ${short(host)} ist nicht der Schilder-Dienst.`)],
    steps: [
      say('Wenn das Netz eine Anmeldeseite zeigt, bitten Sie um eine Netzwerkdose ohne Anmeldung.'),
      say('Fragen Sie die Person, die dieses Schild eingerichtet hat, ob die Adresse stimmt.'),
    ],
    small: triesAgain(retryAtMs, now(), TIMES),
  }),
  refused: ({ code, retryAtMs }, now) => ({
    ...bad,
    title: 'Der Dienst hat dieses Schild abgelehnt',
    paragraphs: [REFUSALS[code] ?? say('Der Dienst ist erreichbar, hat dieses Schild aber abgelehnt.')],
    steps: [say('Fragen Sie einen Admin. Der Grund steht unten.')],
    small: `${code}. ${triesAgain(retryAtMs, now(), TIMES)}`,
  }),
  clock: ({ offsetMs }) => ({
    title: `Die Uhr geht ${lengthOf(offsetMs, TIMES).long} ${offsetMs < 0 ? 'nach' : 'vor'}`,
    tone: 'warn',
    paragraphs: [say('Sie können das Schild übernehmen, aber verschlüsselte Seiten werden vielleicht nicht geladen.')],
    steps: [
      say('Bitten Sie die IT vor Ort, den Zeitabgleich (NTP) zuzulassen.'),
      say('Oder stellen Sie die Uhr des Geräts.'),
    ],
    small: null,
  }),
  failed: ({ lastTry }) => ({
    ...plain,
    tone: 'bad',
    title: 'Der letzte Versuch ist fehlgeschlagen',
    paragraphs: [
      say(`${clockTime(lastTry.atMs)}. ${whyFailed(lastTry, FAILURES)}`),
      say('Das Schild wurde nicht übernommen. Scannen Sie den Code noch einmal.'),
    ],
  }),
  notice: ({ notice }) => ({
    ...plain,
    title: 'Zum Übernehmen scannen',
    paragraphs: [say(notice)],
  }),
};

const REFUSALS: Record<string, Sentence | undefined> = {
  protocol_unsupported: say('Die Version dieser App ist zu alt oder zu neu für den Dienst.'),
  rate_limited: say('Zu viele Schilder verbinden sich gleichzeitig aus diesem Netz.'),
  unavailable: say('Der Dienst ist ausgelastet.'),
};
