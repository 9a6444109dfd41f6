import type { Words } from '../english.ts';

export const installable: Words['installable'] = {
  offline:
    'Sie sind offline. Eine begonnene Übernahme ist auf diesem Telefon gespeichert und wird fortgesetzt, sobald Sie wieder online sind. Für eine neue Übernahme brauchen Sie eine Netzverbindung.',
  serviceAway:
    'Der Dienst ist nicht erreichbar. Eine begonnene Übernahme ist auf diesem Telefon gespeichert und wird fortgesetzt, sobald der Dienst wieder erreichbar ist.',
  newer: 'Es gibt eine neuere Version der App.',
  reload: 'App neu laden',
};
