import type { Words } from '../english.ts';

export const installable: Words['installable'] = {
  offline:
    'Sie sind offline. Was Sie begonnen haben, ist auf diesem Telefon aufgehoben und geht weiter, sobald Sie wieder Netz haben; etwas Neues braucht das Netz.',
  newer: 'Es gibt eine neuere Fassung der App.',
  reload: 'App neu laden',
};
