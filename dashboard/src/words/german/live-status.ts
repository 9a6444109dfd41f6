import type { Words } from '../english.ts';

export const live: Words['live'] = {
  live: 'Live',
  notLive: 'Nicht live',
  connecting: 'Verbindet',
  verdictsWait: 'Wir hören erst zu',
  since: (time) => `Nicht live seit ${time}`,
  age: (age) => `Was Sie sehen, ist ${age} alt.`,
  never: 'Noch nicht live',
  neverLead: 'Bisher konnte nichts geladen werden.',
  again: (seconds) => `Neuer Versuch in ${seconds} s.`,
  now: 'Neuer Versuch.',
  tryNow: 'Jetzt versuchen',
  busy: 'Der Dienst ist ausgelastet.',
  often: 'Wir haben zu oft gefragt.',
  ourFault: 'Der Dienst hat einen Fehler gemacht.',
  noNetwork: 'Sie sind offline: Dieses Gerät hat kein Netz.',
  unreachable: 'Der Dienst ist nicht zu erreichen.',
  ended: {
    not_found: 'Diese Veranstaltung gibt es nicht mehr, oder Sie gehören nicht mehr dazu.',
    forbidden: 'Mit Ihrer Rolle sehen Sie diese Schilder nicht mehr.',
    other: 'Der Dienst meldet keine Änderungen mehr. Laden Sie die Seite neu.',
  },
  away: {
    start: 'Wir waren weg und hören wieder zu. Das waren wir, nicht Ihre Schilder.',
    mass_silence: 'So viele Schilder verstummten auf einmal, dass es kaum an ihnen liegt. Wir hören erst zu.',
    lead: 'Kein Schild heißt offline, bevor wir auf seinen Herzschlag gewartet haben.',
    heard: (heard, of) => `${heard} von ${of} ${of === 1 ? 'Schild' : 'Schildern'} senden wieder.`,
    until: (time) => `Ausfälle melden wir wieder ab ${time}.`,
  },
};
