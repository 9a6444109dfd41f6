import type { SecondFactorWords } from '../english-second-factor.ts';
import { isolated } from '../isolate-direction.ts';

export const secondFactor: SecondFactorWords['secondFactor'] = {
  signIn: {
    title: 'Code eingeben',
    lead: (email) => `Geben Sie die sechs Ziffern ein, die die App auf Ihrem Telefon für ${isolated(email)} anzeigt.`,
    code: 'Sechsstelliger Code',
    button: 'Anmelden',
    wrong: (code) =>
      `${code} ist falsch oder wurde schon benutzt. Die App zeigt alle 30 Sekunden einen neuen Code. Nach fünf falschen Codes müssen Sie 15 Minuten warten.`,
    locked: (time) => `Zu viele Codes waren falsch. Um ${time} können Sie es wieder versuchen.`,
    lockedFor: (span) => `Noch ${span}`,
    unreadable:
      'Der Dienst kann die Codes dieses Kontos nicht mehr prüfen. Bitten Sie den Betreiber, die Anmeldung in zwei Schritten zurückzusetzen.',
    useRecovery: 'Wiederherstellungscode verwenden',
    recoveryTitle: 'Wiederherstellungscode eingeben',
    recoveryLead: (email) =>
      `Geben Sie einen der zehn Wiederherstellungscodes ein, die Sie für ${isolated(email)} aufbewahrt haben. Jeder Code gilt nur einmal.`,
    recoveryCode: 'Wiederherstellungscode',
    recoveryWrong:
      'Dieser Wiederherstellungscode ist falsch oder wurde schon benutzt. Nach fünf falschen Codes müssen Sie 15 Minuten warten.',
    useApp: 'App auf dem Telefon verwenden',
    back: 'Zurück zum Passwort',
    waits: (span) => `Ihr Passwort war richtig. Für den Code haben Sie noch ${span} Zeit.`,
    expired: 'Diese Anmeldung ist beendet',
    expiredLead:
      'Der Code muss innerhalb von 10 Minuten nach dem Passwort eingegeben werden. Auch ein neues Passwort beendet die Anmeldung. Melden Sie sich noch einmal mit Ihrem Passwort an.',
    again: 'Neu beginnen',
  },
  tabs: { label: 'Konto', account: 'Profil', twoStep: 'Anmeldung in zwei Schritten', passkeys: 'Passkeys' },
  title: 'Anmeldung in zwei Schritten',
  profile: { turnOn: 'Anmeldung in zwei Schritten einschalten' },
  headline: {
    off: 'Die Anmeldung in zwei Schritten ist ausgeschaltet.',
    offLead:
      'Wenn Sie sie einschalten, genügt für Ihr Konto das Passwort allein nicht mehr. Sie brauchen dann auch die App auf Ihrem Telefon.',
    scan: 'QR-Code scannen, dann sechs Ziffern eingeben.',
    codes: 'Die Anmeldung in zwei Schritten ist eingeschaltet. Bewahren Sie diese zehn Codes auf.',
    newCodes: 'Bewahren Sie diese zehn neuen Codes auf.',
    codesLead: 'Jeder Code öffnet Ihr Konto einmal, auch ohne Telefon.',
    codesOnce: 'Sie werden nur jetzt angezeigt.',
    on: 'Die Anmeldung in zwei Schritten ist eingeschaltet.',
    onLead: 'Nach Ihrem Passwort geben Sie einen Code aus der App auf Ihrem Telefon ein. Ein Passkey ersetzt beides.',
  },
  cancel: 'Abbrechen',
  password: {
    title: 'Ihr Passwort',
    lead: 'Das Passwort verhindert, dass jemand anderes die Anmeldung in zwei Schritten an Ihrem entsperrten Computer einschaltet.',
    button: 'Weiter',
    done: 'Ihr Passwort war richtig.',
    wrong: 'Das Passwort ist falsch.',
  },
  scan: {
    title: 'QR-Code scannen',
    lead: 'Mit einer Authenticator-App, zum Beispiel Aegis, Google Authenticator, Microsoft Authenticator oder einem Passwortmanager.',
    qr: 'QR-Code für Ihre Authenticator-App',
    open: 'App auf diesem Telefon öffnen',
    key: 'Oder geben Sie diesen Schlüssel in der App ein:',
    copy: 'Schlüssel kopieren',
    later: 'Der QR-Code erscheint hier, sobald Sie Ihr Passwort eingegeben haben.',
  },
  digits: {
    title: 'Sechs Ziffern eingeben',
    lead: 'Die App zeigt alle 30 Sekunden neue Ziffern.',
    button: 'Einschalten',
    outdated: 'Dieser QR-Code gilt nicht mehr. Brechen Sie ab und beginnen Sie noch einmal mit dem Passwort.',
    foot: 'Erst mit dem richtigen Code ändert sich etwas. Wenn der Code abgelehnt wird, prüfen Sie die Uhrzeit Ihres Telefons.',
  },
  changes: {
    title: 'Das ändert sich',
    items: [
      [
        'Bei der Anmeldung',
        'geben Sie nach dem Passwort einen Code ein. Ein Passkey, den Sie später hinzufügen können, ersetzt beides.',
      ],
      ['Alle anderen Sitzungen', 'werden beendet. Diese Sitzung bleibt offen.'],
      ['Zehn Wiederherstellungscodes', 'folgen danach. Jeder Code öffnet Ihr Konto einmal, auch ohne Telefon.'],
      [
        'Wenn Sie Telefon und Codes verlieren,',
        'kann der Betreiber des Dienstes die Anmeldung in zwei Schritten für Sie ausschalten. Dabei werden alle Ihre Sitzungen beendet und Ihre Passkeys entfernt.',
      ],
    ],
  },
  codes: {
    list: 'Wiederherstellungscodes',
    copy: 'Kopieren',
    copied: 'Kopiert',
    notCopied: 'Der Browser hat das Kopieren nicht erlaubt. Markieren und kopieren Sie den Text selbst.',
    save: 'Als Datei speichern',
    file: 'wiederherstellungscodes.txt',
    print: 'Drucken',
    head: (product, email) => `${product}: Wiederherstellungscodes für ${email}`,
    stored: 'Ich habe die Codes so aufbewahrt, dass ich sie auch ohne mein Telefon finde.',
    notStored: 'Bewahren Sie zuerst die Codes auf und setzen Sie dann das Häkchen.',
    done: 'Fertig',
    leave: {
      title: 'Seite verlassen, ohne die Codes aufzubewahren?',
      text: () =>
        'Die Wiederherstellungscodes werden nicht noch einmal angezeigt. Ohne die Codes und ohne Telefon können Sie sich nicht anmelden.',
      stay: 'Hier bleiben',
      go: 'Verlassen',
    },
  },
  state: {
    since: 'Eingeschaltet seit',
    codes: 'Wiederherstellungscodes',
    left: (count) => (count === 1 ? 'noch 1 Code' : `noch ${count} Codes`),
    fewLeft: 'Erstellen Sie neue Codes, bevor Sie sie brauchen.',
    session: 'Diese Sitzung',
    withCode: 'mit einem Code oder Passkey geöffnet',
    withoutCode: 'nur mit dem Passwort geöffnet',
    noCodes:
      'Die Anmeldung in zwei Schritten ist eingeschaltet. Diese Seite hat Ihnen aber vielleicht nicht die richtigen Wiederherstellungscodes gezeigt. Wenn Sie keine zehn Codes gespeichert haben, erstellen Sie jetzt neue.',
    required: 'Verlangt von',
    newCodes: 'Neue Codes erstellen',
    newCodesText:
      'Die zehn neuen Codes ersetzen die alten, die dann nicht mehr gelten. Geben Sie dazu Ihr Passwort ein.',
    turnOff: 'Ausschalten',
    turnOffTitle: 'Anmeldung in zwei Schritten ausschalten?',
    turnOffText:
      'Danach genügt das Passwort allein, um Ihr Konto zu öffnen. Ihre Wiederherstellungscodes gelten dann nicht mehr, Ihre Passkeys werden entfernt, und alle Ihre anderen Sitzungen enden.',
    turnOffRequired: (organizations) =>
      `Für ${organizations} ist die Anmeldung in zwei Schritten nötig. Sitzungen, die nur mit dem Passwort geöffnet wurden, haben dort keinen Zugriff.`,
    keep: 'Eingeschaltet lassen',
    turnedOff: 'Die Anmeldung in zwei Schritten wurde ausgeschaltet.',
    needsCode:
      'Diese Sitzung wurde nur mit dem Passwort geöffnet. Melden Sie sich ab und dann mit einem Code wieder an.',
    signOut: 'Abmelden und mit Code anmelden',
    foot: 'Neue Codes ersetzen die alten. Zum Ausschalten brauchen Sie Ihr Passwort. Dabei werden auch Ihre Passkeys entfernt.',
  },
  required: {
    title: (organization) => `${isolated(organization)} verlangt die Anmeldung in zwei Schritten.`,
    titleMany: 'Für diese Seite ist die Anmeldung in zwei Schritten nötig.',
    lead: 'Solange Sie sich nur mit dem Passwort anmelden, können Sie die Wände, Schilder und Einstellungen dieser Organisation nicht öffnen. Die Schilder zeigen weiterhin ihre Seiten.',
    setUp: 'Eine App auf Ihrem Telefon',
    setUpAside: '2 Minuten',
    setUpLead:
      'Die App zeigt sechs Ziffern, die Sie nach Ihrem Passwort eingeben. Sie funktioniert auch ohne Netzverbindung.',
    setUpButton: 'Einrichten',
    again: 'Mit einem Code anmelden',
    againLead:
      'Die Anmeldung in zwei Schritten ist für Ihr Konto eingeschaltet. Diese Sitzung wurde aber nur mit dem Passwort geöffnet. Melden Sie sich ab und dann mit einem Code wieder an.',
    againButton: 'Abmelden und mit Code anmelden',
    open: 'Weiterhin zugänglich',
    account: 'Ihr Konto',
    toAccount: 'Konto öffnen',
    toOrganization: 'Öffnen',
  },
  actions: {
    'mfa.enable': 'Die Anmeldung in zwei Schritten wurde eingeschaltet',
    'mfa.disable': 'Die Anmeldung in zwei Schritten wurde ausgeschaltet',
    'mfa.recovery_codes': 'Neue Wiederherstellungscodes wurden erstellt',
    'mfa.reset': 'Der Betreiber des Dienstes hat die Anmeldung in zwei Schritten ausgeschaltet',
    'passkey.add': 'Ein Passkey wurde hinzugefügt',
    'passkey.remove': 'Ein Passkey wurde entfernt',
  },
  failed: {
    'mfa.enable': 'Die Anmeldung in zwei Schritten wurde nicht eingeschaltet',
    'mfa.disable': 'Die Anmeldung in zwei Schritten wurde nicht ausgeschaltet',
    'mfa.recovery_codes': 'Es wurden keine neuen Wiederherstellungscodes erstellt',
    'passkey.add': 'Ein Passkey wurde nicht hinzugefügt',
    'passkey.remove': 'Ein Passkey wurde nicht entfernt',
  },
};
