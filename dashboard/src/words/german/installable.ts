import type { Words } from '../english.ts';

export const installable: Words['installable'] = {
  offline:
    'Du bist offline. Was du begonnen hast, ist auf diesem Telefon aufgehoben und geht weiter, sobald du wieder Netz hast; etwas Neues braucht das Netz.',
  newer: 'Es gibt eine neuere Fassung der App.',
  reload: 'App neu laden',
};
