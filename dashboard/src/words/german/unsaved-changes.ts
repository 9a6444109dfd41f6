import type { leave as english } from '../english/unsaved-changes.ts';

export const leave: typeof english = {
  title: 'Seite verlassen, ohne zu speichern?',
  text: (fields) => `Diese Eingaben sind nicht gespeichert: ${fields}.`,
  stay: 'Hier bleiben',
  go: 'Ohne Speichern verlassen',
};
