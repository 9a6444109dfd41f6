import { PASSWORD_CHARACTERS_LEAST } from '@sign-display/contracts/field-messages';
import type { FieldSayings } from '../english/fields.ts';
import { events } from './events.ts';

const TAKE = 'Nehmen Sie mehrere Wörter, die nichts miteinander zu tun haben, oder lassen Sie eines erzeugen.';

const decimal = (value: string): string => `${value}`.replace('.', ',');

export const fields: FieldSayings = {
  required: (field) => `„${field}“ fehlt.`,
  tooShort: (field, value) => (value === '1' ? `„${field}“ fehlt.` : `„${field}“ braucht mindestens ${value} Zeichen.`),
  tooLong: (field, value) => `„${field}“ fasst höchstens ${value} Zeichen.`,
  least: (field, value) => `„${field}“ kann nicht kleiner sein als ${decimal(value)}.`,
  most: (field, value) => `„${field}“ kann nicht größer sein als ${decimal(value)}.`,
  wholeNumber: (field) => `„${field}“ nimmt eine ganze Zahl.`,
  number: (field) => `„${field}“ nimmt eine Zahl.`,
  text: (field) => `„${field}“ hat ein Zeichen, das sich nicht speichern lässt. Tippen Sie es neu.`,
  oneLine: (field) => `„${field}“ nimmt eine Zeile ohne unsichtbare Zeichen. Tippen Sie es neu.`,
  name: (field) => `„${field}“ braucht etwas zu lesen, in einer Zeile und ohne unsichtbare Zeichen. Tippen Sie es neu.`,
  email: (field) => `„${field}“ nimmt eine Adresse wie name@example.com.`,
  time: (field) => `„${field}“ nimmt ein Datum und eine Uhrzeit, aus einem Jahr von 1000 bis 2999.`,
  zone: (field) => `„${field}“ nimmt einen Namen wie Europe/Vienna. Nehmen Sie einen aus der Liste.`,
  unknownZone: (field) =>
    `„${field}“ nennt keine Zone, die es gibt. Nehmen Sie eine aus der Liste, etwa Europe/Vienna.`,
  beforeStart: (field) => `„${field}“ liegt vor „${events.startsAt}“.`,
  id: (field) => `„${field}“ ist hier nicht bekannt. Laden Sie die Seite neu.`,
  passwordShort: () => `Nehmen Sie mindestens ${PASSWORD_CHARACTERS_LEAST} Zeichen. ${TAKE}`,
  passwordCommon: () =>
    `Das ist eines der Passwörter, die zuerst geraten werden, oder eines davon mit etwas darum. ${TAKE}`,
  passwordRepeated: () => `Das wiederholt dieselben wenigen Zeichen. ${TAKE}`,
  passwordSequence: () => `Das ist eine Folge aus dem Alphabet, aus Zahlen oder von einer Tastatur. ${TAKE}`,
  passwordKnown: () =>
    `Das besteht aus einem Namen, einer Adresse oder einer Organisation, die andere von Ihnen kennen. ${TAKE}`,
  passed: () => 'Diese Zeit ist schon vorbei.',
  urlBlank: (field) =>
    `„${field}“ nimmt eine Adresse ohne Leerzeichen. Schreiben Sie %20 für ein Leerzeichen, oder kopieren Sie die Adresse neu.`,
  urlForm: (field) => `„${field}“ braucht http:// oder https:// davor.`,
  urlUser: (field) => `„${field}“ nimmt eine Adresse ohne Benutzernamen und Passwort.`,
  urlHostless: (field) =>
    `„${field}“ nennt keinen Host oder Port, den es geben kann. Es nimmt eine Adresse wie https://example.com/menu.`,
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
