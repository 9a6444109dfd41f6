import type { SecondFactorWords } from '../english-second-factor.ts';
import { isolated } from '../isolate-direction.ts';

export const passkeys: SecondFactorWords['passkeys'] = {
  title: 'Passkeys',
  headline: {
    off: 'Für Passkeys ist die Anmeldung in zwei Schritten nötig.',
    offLead:
      'Schalten Sie zuerst die Anmeldung in zwei Schritten ein. So können Sie sich auch anmelden, wenn Sie das Gerät mit dem Passkey verlieren.',
    none: 'Sie haben noch keinen Passkey.',
    count: (count) => (count === 1 ? '1 Passkey öffnet Ihr Konto.' : `${count} Passkeys öffnen Ihr Konto.`),
    lead: 'Mit einem Passkey melden Sie sich per Fingerabdruck, Gesicht, PIN oder Sicherheitsschlüssel an, ohne Passwort und ohne Code.',
  },
  what: 'Ihre Passkeys',
  needsSecondFactor:
    'Diese Sitzung wurde nur mit dem Passwort geöffnet. Melden Sie sich mit einem Passkey oder einem Code an, um Ihre Passkeys zu ändern.',
  table: {
    label: 'Ihre Passkeys',
    passkey: 'Passkey',
    made: 'Erstellt',
    used: 'Zuletzt benutzt',
    notUsed: 'Noch nicht benutzt',
    both: (made, used) =>
      used === undefined ? `Erstellt ${made}, noch nicht benutzt` : `Erstellt ${made}, zuletzt benutzt ${used}`,
  },
  kinds: {
    device: 'Nur auf dem Gerät, auf dem er erstellt wurde',
    synced: 'Von einem Passwortmanager synchronisiert',
    security_key: 'Auf einem Sicherheitsschlüssel',
    phone: 'Auf einem Telefon',
  },
  add: {
    title: 'Passkey für dieses Gerät hinzufügen',
    lead: 'Der Browser fragt nach Ihrem Fingerabdruck, Ihrem Gesicht oder einer PIN. Der Dienst speichert nur einen öffentlichen Schlüssel.',
    name: 'Name',
    button: 'Passkey hinzufügen',
    added: (name) => `Der Passkey ${isolated(name)} wurde hinzugefügt.`,
    full: (most) =>
      `Sie haben ${most} Passkeys. Mehr sind für ein Konto nicht möglich. Entfernen Sie einen, bevor Sie einen neuen hinzufügen.`,
    refused: 'Der Dienst hat den Passkey nicht angenommen. Versuchen Sie es noch einmal.',
    unsupported: 'Hier können Sie keinen Passkey hinzufügen',
  },
  prompt: {
    waiting: 'Folgen Sie der Abfrage Ihres Browsers.',
    cancel: 'Abbrechen',
  },
  notAdded: {
    cancelled:
      'Das Passkey-Fenster des Browsers wurde geschlossen, oder die Zeit ist abgelaufen. Es wurde kein Passkey hinzugefügt. Sie können es noch einmal versuchen.',
    exists: 'Auf diesem Gerät gibt es schon einen Passkey für Ihr Konto.',
    notVerified:
      'Dieses Gerät kann nicht prüfen, ob Sie es sind. Richten Sie darauf Fingerabdruck, Gesichtserkennung oder PIN ein, oder verwenden Sie einen Sicherheitsschlüssel mit PIN.',
    failed:
      'Der Browser konnte keinen Passkey erstellen. Versuchen Sie es noch einmal oder mit einem anderen Browser oder Gerät.',
  },
  notSignedIn: {
    cancelled:
      'Das Passkey-Fenster des Browsers wurde geschlossen, oder die Zeit ist abgelaufen. Sie können es noch einmal versuchen.',
    failed:
      'Der Browser konnte keinen Passkey verwenden. Versuchen Sie es noch einmal oder melden Sie sich auf andere Weise an.',
    refused:
      'Der Dienst hat diesen Passkey nicht angenommen. Vielleicht wurde er aus dem Konto entfernt. Versuchen Sie es noch einmal oder melden Sie sich auf andere Weise an.',
  },
  noPasskeys: {
    http: 'Diese Seite wurde mit http geöffnet. Browser erlauben Passkeys nur mit https. Fragen Sie den Betreiber des Dienstes nach der URL mit https.',
    address:
      'Die URL dieser Seite enthält eine IP-Adresse. Browser erlauben Passkeys nur mit einem Hostnamen. Bitten Sie den Betreiber des Dienstes um eine URL mit Hostnamen.',
    browser:
      'Dieser Browser unterstützt keine Passkeys. Öffnen Sie diese Seite in einem aktuellen Chrome, Edge, Firefox oder Safari.',
    service:
      'Browser erlauben Passkeys nur mit einem Hostnamen. Der Betreiber des Dienstes muss in PUBLIC_URL eine URL mit Hostnamen einstellen.',
    otherHost:
      'Browser erlauben Passkeys nur unter der URL des Dienstes, die der Betreiber in PUBLIC_URL eingestellt hat. Öffnen Sie den Dienst dort.',
  },
  remove: {
    button: 'Entfernen',
    one: (name) => `Passkey ${isolated(name)} entfernen`,
    title: (name) => `Passkey ${isolated(name)} entfernen?`,
    text: 'Danach können Sie sich mit diesem Passkey nicht mehr anmelden. Sitzungen, die er geöffnet hat, bleiben offen. Auf dem Gerät ist er noch gespeichert: Löschen Sie ihn auch dort, in den Einstellungen oder im Passwortmanager.',
    keep: 'Behalten',
    removed: (name) => `Der Passkey ${isolated(name)} wurde entfernt.`,
  },
  notes: {
    title: 'Gut zu wissen',
    items: [
      [
        'Ein Passkey zählt als beide Schritte.',
        'Organisationen, die die Anmeldung in zwei Schritten verlangen, nehmen ihn an.',
      ],
      ['Eine gefälschte Seite kann ihn nicht benutzen.', 'Ein Passkey funktioniert nur unter der URL dieses Dienstes.'],
      [
        'Wenn Sie das Gerät verlieren,',
        'melden Sie sich mit Passwort und Code an und entfernen den Passkey auf dieser Seite.',
      ],
      ['Wenn Sie die Anmeldung in zwei Schritten ausschalten,', 'werden alle Ihre Passkeys entfernt.'],
      [
        'Passkeys brauchen https und einen Hostnamen.',
        'Sie funktionieren auch unter http://localhost. Auf anderen http-Seiten und unter IP-Adressen lehnen Browser sie ab.',
      ],
    ],
  },
  signIn: {
    button: 'Mit Passkey anmelden',
    use: 'Passkey verwenden',
  },
  required: {
    title: 'Ihr Passkey',
    aside: '10 Sekunden',
    lead: 'Ihr Konto hat einen Passkey. Öffnen Sie diese Seite damit, ohne Passwort und ohne Code.',
  },
};
