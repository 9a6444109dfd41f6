import type * as english from './english-words.ts';
import { say } from './sentence.ts';

export const CODE: typeof english.CODE = {
  strike: 'Noch nicht übernehmbar',
  qr: 'QR-Code dieses Schilds',
  noQr: 'Dieses Schild kann noch nicht übernommen werden',
  signId: (signId) => `signId ${signId.slice(0, 8)}…${signId.slice(-4)}`,
  app: (version, platform) => `App ${version}, ${platform}`,
};

export const STEP_NAMES: typeof english.STEP_NAMES = {
  asked: 'Angefragt',
  loading: 'Lädt',
  proved: 'Geladen',
  claimed: 'Übernommen',
};

const CLAIMING_TITLES = {
  asked: 'Einen Moment',
  loading: 'Die Seite wird geladen',
  proved: 'Die Seite ist geladen',
  claimed: 'Übernommen',
};

export const CLAIMING: typeof english.CLAIMING = {
  over: ({ signName }) =>
    signName === null
      ? say('Dieses Schild wird übernommen')
      : say('Dieses Schild wird übernommen als ', { name: signName }),
  title: ({ step, url }) =>
    url === null && (step === 'loading' || step === 'proved') ? 'Noch keine Seite' : CLAIMING_TITLES[step],
  leadsTo: (host) => say('Die Seite leitet weiter zu ', { name: host }),
};

export const READY = 'Bereit. Das Schild wartet auf Inhalt.';

export const IDENTIFY: typeof english.IDENTIFY = {
  claim: { title: 'Steht dieser Code auf Ihrem Telefon?', below: 'Antworten Sie auf dem Telefon mit Ja oder Nein.' },
  framed: { title: 'Dieses Schild wird übernommen', below: 'Fahren Sie im Formular auf dieser Seite fort.' },
  find: { title: 'Jemand sucht dieses Schild', below: 'Das Schild kehrt automatisch zu seiner Seite zurück.' },
};

export const QUARANTINED: typeof english.QUARANTINED = {
  clone_quarantined: {
    over: say('Dieses Gerät ist gesperrt'),
    title: 'Ein anderes Gerät verwendet dieselbe Identität.',
    below: [
      say(
        'Ein anderes Gerät mit derselben signId ist bereits verbunden. Wahrscheinlich wurde der Datenträger kopiert.',
      ),
      say(
        'Ein Admin kann unter „Geräte“ entscheiden, welches Gerät zum Schild gehört. Oder löschen Sie die Identität dieses Geräts und starten Sie es neu.',
      ),
    ],
  },
  identity_conflict: {
    over: say('Dieses Gerät ist gesperrt'),
    title: 'Diese Identität gehört einem anderen Gerät.',
    below: [
      say('Der Dienst kennt diese signId mit einem anderen Schlüssel. Daher kann das Gerät nicht übernommen werden.'),
      say('Löschen Sie die Identität dieses Geräts und starten Sie es neu. Danach hat das Gerät einen neuen Code.'),
    ],
  },
};

export const UPDATING: typeof english.UPDATING = {
  over: (version) => (version === null ? 'Aktualisierung' : `Aktualisierung ${version}`),
  title: 'Wird installiert. Gerät nicht ausschalten.',
  below: 'Das Schild startet in etwa einer Minute automatisch neu und zeigt dann wieder denselben Inhalt.',
};

export const RESTARTING: typeof english.RESTARTING = {
  app: {
    over: say('Neustart'),
    title: 'Das Schild ist gleich wieder da.',
    below: [say('Das Schild startet automatisch neu und zeigt dann wieder denselben Inhalt.')],
  },
  device: {
    over: say('Neustart des Geräts'),
    title: 'Neustart. Gerät nicht ausschalten.',
    below: [say('Der Neustart dauert ein bis zwei Minuten. Danach zeigt das Gerät wieder denselben Inhalt.')],
  },
};

const ADDRESS_PROBLEMS = {
  malformed: 'Das ist keine gültige Adresse. Geben Sie eine Adresse wie https://signs.example.com ein.',
  no_answer: 'Diese Adresse antwortet nicht. Prüfen Sie die Schreibweise und das Netzwerkkabel.',
  certificate: 'Der Server hat kein gültiges Zertifikat für diese Adresse. Prüfen Sie die Schreibweise.',
  other_service: 'Der Server unter dieser Adresse ist nicht der Schilder-Dienst. Prüfen Sie die Schreibweise.',
};

export const FIRST_START: typeof english.FIRST_START = {
  over: 'Erster Start',
  title: 'Adresse des Dienstes',
  label: 'Adresse des Dienstes',
  below: ({ checking, problem }) => {
    if (checking) return { text: 'Der Dienst wird gesucht.', isProblem: false };
    if (problem !== null) return { text: ADDRESS_PROBLEMS[problem], isProblem: true };
    return {
      text: 'Schließen Sie eine Tastatur an, geben Sie die Adresse des Dienstes ein und drücken Sie Enter. Das ist nur einmal nötig.',
      isProblem: false,
    };
  },
};

export const RELEASE: typeof english.RELEASE = {
  over: 'Dieses Schild freigeben',
  title: 'Geben Sie die sechs Zeichen des Codes ein',
  label: 'Code dieses Schilds',
  wrong: 'Das ist nicht der Code dieses Schilds. Es wurde nichts geändert.',
  below:
    'Drücken Sie Enter, um das Schild freizugeben. Die Übernahme wird aufgehoben, die Seite gelöscht, und das Schild bekommt einen neuen Code. Das kann nicht rückgängig gemacht werden.',
  keep: 'Drücken Sie Esc, um abzubrechen.',
};
