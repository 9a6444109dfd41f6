import { PASSWORD_CHARACTERS_LEAST } from '@sign-display/contracts/field-messages';
import type { FieldSayings } from '../english/fields.ts';
import { events } from './events.ts';

const TAKE =
  'Nehmen Sie mehrere Wörter, die nichts miteinander zu tun haben, oder ein Passwort aus einem Passwort-Manager.';

const decimal = (value: string): string => `${value}`.replace('.', ',');

export const fields: FieldSayings = {
  required: (field) => `„${field}“ fehlt.`,
  tooShort: (field, value) => (value === '1' ? `„${field}“ fehlt.` : `„${field}“ braucht mindestens ${value} Zeichen.`),
  tooLong: (field, value) => `„${field}“ fasst höchstens ${value} Zeichen.`,
  least: (field, value) => `„${field}“ kann nicht kleiner sein als ${decimal(value)}.`,
  most: (field, value) => `„${field}“ kann nicht größer sein als ${decimal(value)}.`,
  wholeNumber: (field) => `„${field}“ muss eine ganze Zahl sein.`,
  number: (field) => `„${field}“ muss eine Zahl sein.`,
  text: (field) => `„${field}“ enthält ein Zeichen, das sich nicht speichern lässt. Tippen Sie es neu.`,
  oneLine: (field) => `„${field}“ muss eine Zeile ohne unsichtbare Zeichen sein. Tippen Sie es neu.`,
  name: (field) => `„${field}“ braucht sichtbare Zeichen, in einer Zeile und ohne unsichtbare. Tippen Sie es neu.`,
  email: (field) => `„${field}“ muss eine Adresse wie name@example.com sein.`,
  time: (field) => `„${field}“ braucht ein Datum und eine Uhrzeit, in einem Jahr von 1000 bis 2999.`,
  zone: (field) => `„${field}“ braucht einen Namen wie Europe/Vienna. Wählen Sie einen aus der Liste.`,
  unknownZone: (field) =>
    `„${field}“ ist keine Zeitzone, die es gibt. Wählen Sie eine aus der Liste, etwa Europe/Vienna.`,
  beforeStart: (field) => `„${field}“ liegt vor „${events.startsAt}“.`,
  id: (field) => `„${field}“ ist hier nicht bekannt. Laden Sie die Seite neu.`,
  passwordShort: () => `Nehmen Sie mindestens ${PASSWORD_CHARACTERS_LEAST} Zeichen. ${TAKE}`,
  passwordCommon: () =>
    `Das ist eines der Passwörter, die zuerst geraten werden, oder einem davon sehr ähnlich. ${TAKE}`,
  passwordRepeated: () => `Das wiederholt dieselben wenigen Zeichen. ${TAKE}`,
  passwordSequence: () => `Das ist eine Folge aus dem Alphabet, aus Zahlen oder von einer Tastatur. ${TAKE}`,
  passwordKnown: () => `Das besteht aus Ihrem Namen, Ihrer Adresse oder Ihrer Organisation, die andere kennen. ${TAKE}`,
  passed: () => 'Diese Zeit ist schon vorbei.',
  urlBlank: (field) =>
    `„${field}“ muss eine Adresse ohne Leerzeichen sein. Schreiben Sie %20 für ein Leerzeichen, oder kopieren Sie die Adresse neu.`,
  urlForm: (field) => `„${field}“ braucht http:// oder https:// davor.`,
  urlUser: (field) => `„${field}“ muss eine Adresse ohne Benutzernamen und Passwort sein.`,
  urlHostless: (field) =>
    `„${field}“ hat keinen gültigen Host oder Port. Richtig wäre eine Adresse wie https://example.com/menu.`,
  urlHost: (_, value) => `Ihre Organisation erlaubt keine Seiten von ${value}.`,
  urlNoPage: (_, value) =>
    `${value} ist eine Link-Local-, Multicast- oder reservierte Adresse. Für ein Schild in einem Browser-Tab erlaubt sie keine Einstellung. Für andere Schilder kann ein Admin sie in die Einstellung allowedUrlHosts der Organisation eintragen.`,
  urlNoPageFirst: (_, value) =>
    `${value} ist eine Link-Local-, Multicast- oder reservierte Adresse. Für ein Schild in einem Browser-Tab erlaubt sie keine Einstellung. Für andere Schilder kann ein Admin „*“ (alle öffentlichen Seiten) und „${value}“ in die Einstellung allowedUrlHosts der Organisation eintragen. „${value}“ allein würde alle anderen Seiten ausschließen.`,
  urlPrivate: (_, value) =>
    `${value} liegt in einem privaten Netz. Ein Admin kann es erlauben: „${value}“ in die Einstellung allowedUrlHosts der Organisation eintragen.`,
  urlPrivateFirst: (_, value) =>
    `${value} liegt in einem privaten Netz. Ein Admin kann es erlauben: „*“ (alle öffentlichen Seiten) und „${value}“ in die Einstellung allowedUrlHosts der Organisation eintragen. „${value}“ allein würde alle anderen Seiten ausschließen.`,
};
