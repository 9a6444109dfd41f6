import type { ClaimingWords } from '../english-claiming.ts';

export const recovery: ClaimingWords['recovery'] = {
  offlineSince: (time) =>
    `Ihr Telefon hat kein Netz (seit ${time}). Die Übernahme geht von selbst weiter, wenn es wieder da ist.`,
  restarted: {
    title: 'Wir waren weg, nicht das Schild',
    lead: 'Der Dienst ist neu gestartet, während diese Übernahme lief.',
    leadFinding: 'Der Dienst ist eben erst gestartet, und die Schilder kommen noch zurück.',
    todo: (seconds) => `Am Schild ist nichts zu tun. Wir versuchen es von selbst in ${seconds} s.`,
    unknownCode:
      'Kein Schild, das schon zurück ist, hat diesen Code. Der Dienst ist eben erst gestartet, und die Schilder kommen noch zurück.',
  },
  brokenOff: {
    title: 'Die Verbindung zum Dienst ist abgerissen',
    lead: 'Was das Schild geantwortet hat, kam vielleicht nicht bei uns an.',
    todo: (seconds) => `Am Schild ist noch nichts zu tun. Wir versuchen es von selbst in ${seconds} s.`,
  },
  owned: {
    title: (name) => `Es ist schon ${name}`,
    titleHere: (name) => `Es ist schon ${name} in dieser Veranstaltung`,
    lead: (event, location) => `${event}, ${location}.`,
    leadBy: (event, location, who, time) => `${event}, ${location}. ${who} hat es um ${time} übernommen.`,
    leadByYou: (event, location, time) => `${event}, ${location}. Sie haben es um ${time} übernommen.`,
    todo: 'Sehen Sie es auf der Wand an. Ist sein Gerät kaputt, scannen Sie ein anderes, das seinen Platz einnimmt.',
  },
  others: {
    first: 'Auch jemand anders will dieses Schild',
    firstLead: 'Die letzten Versuche sind gescheitert; die andere Person kommt zuerst dran.',
    yours: 'Sie übernehmen dieses Schild schon',
    yoursLead:
      'Ein anderes Telefon oder ein anderer Tab von Ihnen hat es, oder ein Versuch, den Sie verlassen haben. Er endet in 20 Sekunden, so oder so.',
    yoursNow: 'Ein anderes Telefon oder ein anderer Tab von Ihnen übernimmt dieses Schild gerade.',
    yoursDone: 'Ein anderes Telefon oder ein anderer Tab von Ihnen hat dieses Schild übernommen.',
  },
};
