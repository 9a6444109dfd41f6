import { plain, portOf, short, whyFailed, type AdviceOf, type LoadFailures } from './advice-parts.ts';
import { TIMES } from './german-times.ts';
import { say, type Sentence } from './sentence.ts';
import { clockTime, lengthOf, triesAgain } from './times.ts';

const FAILURES: LoadFailures = {
  page: 'die Seite',
  notCompleted: 'Der Dienst hat die Übernahme nicht abgeschlossen.',
  frame: (host) => `${host} lässt sich nicht in einem Rahmen zeigen`,
  https: (host) => `${host} braucht https`,
  name: (host) => `keine Adresse gefunden für ${host}`,
  certificate: (host) => `das Zertifikat von ${host} ist nicht gültig`,
  network: () => 'das Netz war weg',
  redirects: (host) => `${host} leitet im Kreis weiter`,
  noAnswer: (host) => `${host} antwortet nicht`,
  tooLong: (host) => `${host} hat zu lange gebraucht`,
  status: (host, status) => `${host} hat mit Fehler ${status} geantwortet`,
  error: (host) => `${host} hat mit einem Fehler geantwortet`,
  notLoaded: (why) => `Die Seite wurde nicht geladen: ${why}`,
};

const bad = { tone: 'bad', small: 'Fragt von selbst wieder.' } as const;

export const germanAdvice: AdviceOf = {
  scan: () => ({
    ...plain,
    title: 'Scannen, um dieses Schild zu übernehmen',
    paragraphs: [say('Oder geben Sie die sechs Zeichen auf dem Telefon ein.')],
  }),
  connecting: ({ reached }) => ({
    ...plain,
    title: reached ? 'Einen Moment' : 'Der Dienst wird gesucht',
    paragraphs: [
      reached
        ? say('Der Dienst ist erreicht und nimmt dieses Schild auf.')
        : say('Das Schild lässt sich übernehmen, sobald der Dienst geantwortet hat.'),
    ],
    small: 'Geht von selbst weiter.',
  }),
  no_card: () => ({
    ...bad,
    title: 'Keine Netzwerkkarte',
    paragraphs: [say('Dieses Gerät findet keine Netzwerkkarte. Ohne sie hat das Schild keinen Code.')],
    steps: [
      say('Benutzt es einen Adapter? Ziehen Sie ihn heraus und stecken Sie ihn wieder ein.'),
      say('Oder schalten Sie die Karte in den Einstellungen des Geräts ein.'),
    ],
    small: 'Sieht von selbst wieder nach.',
  }),
  no_cable: () => ({
    ...bad,
    title: 'Kein Netzwerkkabel',
    paragraphs: [say('Das Schild sieht weder Kabel noch WLAN.')],
    steps: [
      say('Stecken Sie das Kabel an beiden Enden ein, bis es klickt.'),
      say('Kein Licht an der Dose? Nehmen Sie eine andere.'),
    ],
    small: 'Sieht von selbst wieder nach.',
  }),
  no_address: ({ macAddress }) => ({
    ...bad,
    title: 'Keine Netzwerkadresse',
    paragraphs: [say('Das Kabel ist eingesteckt, aber das Netz gab diesem Schild keine Adresse.')],
    steps: [
      say('Nehmen Sie die nächste Netzwerkdose.'),
      macAddress === null
        ? say('Bitten Sie die Haustechnik, dieses Schild ins Netz zu lassen.')
        : say('Bitten Sie die Haustechnik, ins Netz zu lassen: ', { mono: macAddress }),
    ],
    small: 'Fragt alle paar Sekunden von selbst wieder.',
  }),
  dns: ({ host }) => ({
    ...bad,
    title: 'Namen werden nicht gefunden',
    paragraphs: [say(`Das Netz ist da, aber es findet keine Adresse für ${short(host)}`)],
    steps: [
      say('Bitten Sie die Haustechnik um DNS an dieser Dose.'),
      say('Verlangt das Netz eine Anmeldeseite? Bitten Sie um eine Dose ohne.'),
    ],
  }),
  no_answer: ({ host, retryAtMs }, now) => ({
    ...bad,
    title: 'Der Dienst ist nicht zu erreichen',
    paragraphs: [say(`${short(host)} antwortet von hier aus nicht.`)],
    steps: [
      say('Haben andere Schilder das auch? Dann liegt es an uns; warten Sie.'),
      say(`Nur dieses? Bitten Sie um den ausgehenden Port ${portOf(host)}.`),
    ],
    small: triesAgain(retryAtMs, now(), TIMES),
  }),
  certificate: ({ host, retryAtMs }, now) => ({
    ...bad,
    title: 'Das Zertifikat stimmt nicht',
    paragraphs: [say(`${short(host)} kann nicht beweisen, dass es der Dienst ist.`)],
    steps: [
      say(`Ist es jetzt ${clockTime(now())}? Wenn nicht, stellen Sie die Uhr des Geräts.`),
      say('Bitten Sie die Haustechnik, verschlüsselte Verbindungen nicht zu öffnen.'),
    ],
    small: triesAgain(retryAtMs, now(), TIMES),
  }),
  other_service: ({ host, retryAtMs }, now) => ({
    ...bad,
    title: 'Etwas anderes antwortet',
    paragraphs: [say(`Was bei ${short(host)} antwortet, ist nicht dieser Dienst.`)],
    steps: [
      say('Verlangt das Netz eine Anmeldeseite? Bitten Sie um eine Dose ohne.'),
      say('Stimmt die Adresse? Fragen Sie, wer dieses Schild eingerichtet hat.'),
    ],
    small: triesAgain(retryAtMs, now(), TIMES),
  }),
  refused: ({ code, retryAtMs }, now) => ({
    ...bad,
    title: 'Der Dienst lehnt dieses Schild ab',
    paragraphs: [REFUSALS[code] ?? say('Er ist erreicht, lässt dieses Schild aber nicht herein.')],
    steps: [say('Fragen Sie einen Admin. Warum, steht unten.')],
    small: `${code}. ${triesAgain(retryAtMs, now(), TIMES)}`,
  }),
  clock: ({ offsetMs }) => ({
    title: `Die Uhr geht um ${lengthOf(offsetMs, TIMES).long} ${offsetMs < 0 ? 'nach' : 'vor'}`,
    tone: 'warn',
    paragraphs: [say('Sie können es übernehmen, aber verschlüsselte Seiten laden vielleicht nicht.')],
    steps: [
      say('Bitten Sie die Haustechnik, die Zeit durchzulassen (NTP).'),
      say('Oder stellen Sie die Uhr in den Einstellungen des Geräts.'),
    ],
    small: null,
  }),
  failed: ({ lastTry }) => ({
    ...plain,
    tone: 'bad',
    title: 'Der letzte Versuch ist fehlgeschlagen',
    paragraphs: [
      say(`${clockTime(lastTry.atMs)}. ${whyFailed(lastTry, FAILURES)}`),
      say('Nichts wurde übernommen. Scannen Sie noch einmal.'),
    ],
  }),
  notice: ({ notice }) => ({
    ...plain,
    title: 'Scannen, um dieses Schild zu übernehmen',
    paragraphs: [say(notice)],
  }),
};

const REFUSALS: Record<string, Sentence | undefined> = {
  protocol_unsupported: say('Diese App ist zu alt oder zu neu für ihn.'),
  rate_limited: say('Zu viele Schilder verbinden sich auf einmal aus diesem Netz.'),
  unavailable: say('Der Dienst ist ausgelastet.'),
};
