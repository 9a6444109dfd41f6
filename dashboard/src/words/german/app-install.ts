import type { Words } from '../english.ts';

export const installable: Words['installable'] = {
  offline:
    'Sie sind offline. Eine begonnene Übernahme ist auf diesem Telefon gespeichert und geht weiter, sobald Sie wieder Netz haben; eine neue braucht das Netz.',
  serviceAway:
    'Der Dienst ist nicht zu erreichen. Eine begonnene Übernahme ist auf diesem Telefon gespeichert und geht weiter, sobald er wieder da ist.',
  newer: 'Es gibt eine neuere Version der App.',
  reload: 'App neu laden',
};
