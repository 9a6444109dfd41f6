import type * as english from './english-words.ts';
import { say } from './sentence.ts';

export const CODE: typeof english.CODE = {
  strike: 'Noch nicht zu übernehmen',
  qr: 'QR-Code dieses Schilds',
  noQr: 'Dieses Schild lässt sich noch nicht übernehmen',
  signId: (signId) => `signId ${signId.slice(0, 8)}…${signId.slice(-4)}`,
  app: (version, platform) => `App ${version}, ${platform}`,
};

export const STEP_NAMES: typeof english.STEP_NAMES = {
  asked: 'Gefragt',
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
  leadsTo: (host) => say('Die Seite führt zu ', { name: host }),
};

export const READY = 'Bereit. Wartet auf Inhalt.';

export const IDENTIFY: typeof english.IDENTIFY = {
  claim: { title: 'Steht dieser Code auf Ihrem Telefon?', below: 'Antworten Sie dort mit Ja oder Nein.' },
  find: { title: 'Jemand sucht dieses Schild', below: 'Es kehrt von selbst zu seiner Seite zurück.' },
};

export const QUARANTINED: typeof english.QUARANTINED = {
  clone_quarantined: {
    over: say('Dieses Gerät wartet'),
    title: 'Seine Identität wird anderswo benutzt.',
    below: [
      say(
        'Ein anderes Gerät mit derselben signId ist verbunden und bleibt es. Wahrscheinlich wurde der Datenträger kopiert.',
      ),
      say(
        'Ein Admin kann das unter „Geräte“ entscheiden. Oder löschen Sie die Identität dieses Geräts und starten Sie es neu.',
      ),
    ],
  },
  identity_conflict: {
    over: say('Dieses Gerät wartet'),
    title: 'Seine Identität gehört einem anderen Gerät.',
    below: [
      say(
        'Der Dienst kennt diese signId mit einem anderen Schlüssel und bleibt beim ersten. So lässt es sich nicht übernehmen.',
      ),
      say('Löschen Sie die Identität dieses Geräts und starten Sie es neu: Es bekommt einen neuen Code.'),
    ],
  },
};

export const UPDATING: typeof english.UPDATING = {
  over: (version) => (version === null ? 'Aktualisierung' : `Aktualisierung ${version}`),
  title: 'Wird installiert. Strom anlassen.',
  below: 'Startet in etwa einer Minute von selbst neu, mit demselben Inhalt.',
};

export const RESTARTING: typeof english.RESTARTING = {
  app: {
    over: say('Neustart'),
    title: 'Gleich zurück.',
    below: [say('Es startet von selbst neu, mit demselben Inhalt.')],
  },
  device: {
    over: say('Das ganze Gerät startet neu'),
    title: 'Strom anlassen.',
    below: [say('Es startet in ein bis zwei Minuten von selbst neu, mit demselben Inhalt.')],
  },
};

const ADDRESS_PROBLEMS = {
  malformed: 'Das ist keine Adresse. Sie sieht aus wie https://signs.example.com',
  no_answer: 'Dort antwortet nichts. Prüfen Sie die Schreibweise und das Netzwerkkabel.',
  certificate: 'Was dort antwortet, kann nicht beweisen, dass es diese Adresse ist. Prüfen Sie die Schreibweise.',
  other_service: 'Dort antwortet etwas anderes. Prüfen Sie die Schreibweise.',
};

export const FIRST_START: typeof english.FIRST_START = {
  over: 'Erster Start',
  title: 'Wo ist der Dienst?',
  label: 'Adresse des Dienstes',
  below: ({ checking, problem }) => {
    if (checking) return { text: 'Der Dienst wird gesucht.', isProblem: false };
    if (problem !== null) return { text: ADDRESS_PROBLEMS[problem], isProblem: true };
    return {
      text: 'Geben Sie die Adresse des Dienstes mit einer Tastatur ein und drücken Sie Enter. Das ist nur einmal nötig.',
      isProblem: false,
    };
  },
};

export const RELEASE: typeof english.RELEASE = {
  over: 'Dieses Schild freigeben',
  title: 'Geben Sie seine sechs Zeichen ein',
  label: 'Code dieses Schilds',
  wrong: 'Dieses Schild hat einen anderen Code. Nichts wurde geändert.',
  below:
    'Enter gibt es frei: Übernahme und Seite sind weg, und es bekommt einen neuen Code. Das lässt sich nicht rückgängig machen.',
  keep: 'Esc lässt alles, wie es ist.',
};
