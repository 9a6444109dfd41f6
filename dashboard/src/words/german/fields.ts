import { PASSWORD_CHARACTERS_LEAST } from '@sign-display/contracts/field-messages';
import type { FieldSayings } from '../english/fields.ts';
import { events } from './events.ts';

const TAKE =
  'Verwenden Sie mehrere Wörter, die nichts miteinander zu tun haben, oder ein Passwort aus einem Passwort-Manager.';

const decimal = (value: string): string => `${value}`.replace('.', ',');

export const fields: FieldSayings = {
  required: (field) => `„${field}“ fehlt.`,
  tooShort: (field, value) =>
    value === '1' ? `„${field}“ fehlt.` : `„${field}“ muss mindestens ${value} Zeichen haben.`,
  tooLong: (field, value) => `„${field}“ darf höchstens ${value} Zeichen haben.`,
  least: (field, value) => `„${field}“ darf nicht kleiner als ${decimal(value)} sein.`,
  most: (field, value) => `„${field}“ darf nicht größer als ${decimal(value)} sein.`,
  wholeNumber: (field) => `„${field}“ muss eine ganze Zahl sein.`,
  number: (field) => `„${field}“ muss eine Zahl sein.`,
  text: (field) => `„${field}“ enthält ein Zeichen, das nicht gespeichert werden kann. Geben Sie den Text neu ein.`,
  oneLine: (field) => `„${field}“ muss eine einzelne Zeile ohne unsichtbare Zeichen sein. Geben Sie den Text neu ein.`,
  name: (field) => `„${field}“ muss eine einzelne Zeile aus sichtbaren Zeichen sein. Geben Sie den Text neu ein.`,
  email: (field) => `„${field}“ muss eine Adresse wie name@example.com sein.`,
  time: (field) => `„${field}“ muss ein Datum mit Uhrzeit zwischen den Jahren 1000 und 2999 sein.`,
  zone: (field) => `„${field}“ muss ein Name wie Europe/Vienna sein. Wählen Sie eine Zeitzone aus der Liste.`,
  unknownZone: (field) => `„${field}“ ist keine gültige Zeitzone. Wählen Sie eine aus der Liste, etwa Europe/Vienna.`,
  beforeStart: (field) => `„${field}“ darf nicht vor „${events.startsAt}“ liegen.`,
  id: (field) => `Das Feld „${field}“ ist unbekannt. Laden Sie die Seite neu.`,
  passwordShort: () => `Verwenden Sie mindestens ${PASSWORD_CHARACTERS_LEAST} Zeichen. ${TAKE}`,
  passwordCommon: () => `Dieses Passwort gehört zu den häufigsten oder ist einem davon sehr ähnlich. ${TAKE}`,
  passwordRepeated: () => `Dieses Passwort besteht nur aus wenigen Zeichen, die sich wiederholen. ${TAKE}`,
  passwordSequence: () =>
    `Dieses Passwort besteht vor allem aus aufeinanderfolgenden Buchstaben, Zahlen oder Tasten, wie abcd, 1234 oder qwertz. ${TAKE}`,
  passwordKnown: () =>
    `Dieses Passwort enthält Ihren Namen, Ihre E-Mail-Adresse oder den Namen Ihrer Organisation. Diese Angaben kennen auch andere. ${TAKE}`,
  passwordPrinted: () =>
    'Das ist das Passwort, das der Dienst beim ersten Start ausgegeben hat. Wählen Sie ein eigenes Passwort.',
  passed: () => 'Diese Zeit liegt in der Vergangenheit.',
  urlBlank: (field) =>
    `„${field}“ muss eine Adresse ohne Leerzeichen sein. Schreiben Sie %20 statt eines Leerzeichens oder kopieren Sie die Adresse noch einmal.`,
  urlForm: (field) => `„${field}“ muss mit http:// oder https:// beginnen.`,
  urlUser: (field) => `„${field}“ muss eine Adresse ohne Benutzernamen und Passwort sein.`,
  urlHostless: (field) =>
    `„${field}“ hat keinen gültigen Host oder Port. Verwenden Sie eine Adresse wie https://example.com/menu.`,
  urlHost: (_, value) => `Ihre Organisation erlaubt keine Seiten von ${value}.`,
  urlLinkLocal: (_, value) =>
    `${value} ist eine Link-Local-Adresse oder die Adresse eines Cloud-Metadatendienstes. Schilder in einem Browser-Tab können diese Adresse nie anzeigen. Für andere Schilder kann ein Admin die Adresse in die Einstellung allowedUrlHosts der Organisation eintragen.`,
  urlLinkLocalFirst: (_, value) =>
    `${value} ist eine Link-Local-Adresse oder die Adresse eines Cloud-Metadatendienstes. Schilder in einem Browser-Tab können diese Adresse nie anzeigen. Für andere Schilder kann ein Admin „*“ (alle öffentlichen Seiten) und „${value}“ in die Einstellung allowedUrlHosts der Organisation eintragen. „${value}“ allein würde alle anderen Seiten sperren.`,
  urlNoPage: (_, value) =>
    `${value} ist eine Multicast- oder reservierte Adresse. Schilder in einem Browser-Tab können diese Adresse nie anzeigen. Für andere Schilder kann ein Admin die Adresse in die Einstellung allowedUrlHosts der Organisation eintragen.`,
  urlNoPageFirst: (_, value) =>
    `${value} ist eine Multicast- oder reservierte Adresse. Schilder in einem Browser-Tab können diese Adresse nie anzeigen. Für andere Schilder kann ein Admin „*“ (alle öffentlichen Seiten) und „${value}“ in die Einstellung allowedUrlHosts der Organisation eintragen. „${value}“ allein würde alle anderen Seiten sperren.`,
  urlPrivate: (_, value) =>
    `${value} liegt in einem privaten Netz. Ein Admin kann die Adresse erlauben, indem er „${value}“ in die Einstellung allowedUrlHosts der Organisation einträgt.`,
  urlPrivateFirst: (_, value) =>
    `${value} liegt in einem privaten Netz. Ein Admin kann die Adresse erlauben, indem er „*“ (alle öffentlichen Seiten) und „${value}“ in die Einstellung allowedUrlHosts der Organisation einträgt. „${value}“ allein würde alle anderen Seiten sperren.`,
};
