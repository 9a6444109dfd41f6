import type { WallWords } from '../english-wall.ts';

export const mail: WallWords['mail'] = {
  lead: 'Nachrichten werden im Posteingang zugestellt und als Dateien im Postausgangsordner gespeichert.',
  notNow: 'Nicht jetzt',
  setUp: 'E-Mail-Versand einrichten',
  close: 'Schritte ausblenden',
  foot: 'Der E-Mail-Versand ist nicht eingerichtet.',
  inbox: 'funktioniert ohne Einrichtung',
  push: 'Benachrichtigungen an Browser und Telefone, die sie zulassen (nur über HTTPS)',
  files: 'E-Mails werden nicht gesendet, sondern als Dateien im Postausgang gespeichert',
  ask: 'Fragen Sie Ihren E-Mail-Anbieter nach der SMTP-Adresse',
  askLead: 'Die SMTP-Adresse sieht so aus:',
  start: 'Starten Sie den Dienst mit diesen beiden Einstellungen',
  startLead: 'Beenden Sie den Dienst zuerst mit Strg+C. Die Schilder zeigen weiterhin ihre Seiten.',
};
