import type { WallWords } from '../english-wall.ts';

export const mail: WallWords['mail'] = {
  lead: 'Nachrichten gehen in den Posteingang, und als Dateien in den Postausgangs-Ordner.',
  notNow: 'Nicht jetzt',
  setUp: 'Mailversand einrichten',
  close: 'Schritte schließen',
  foot: 'Der Mailversand ist nicht eingerichtet.',
  inbox: 'immer',
  push: 'an Browser und Telefone, die es erlauben, über https',
  files: 'als Dateien im Postausgang, an niemanden gesendet',
  ask: 'Fragen Sie Ihren Mailanbieter nach seiner SMTP-Adresse',
  askLead: 'Sie sieht so aus:',
  start: 'Starten Sie den Dienst mit diesen beiden Einstellungen',
  startLead: 'Beenden Sie ihn zuerst mit Strg-C. Die Schilder zeigen ihre Seiten weiter.',
};
