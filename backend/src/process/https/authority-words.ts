/** What the page that installs the authority says (authority-page.ts), in the languages of the house. `{…}` are put in by it. */
export const AUTHORITY_WORDS = {
  en: {
    title: 'Make this phone trust your signs',
    lead: 'Once for each phone. Camera, notifications and the app without a network need https, and this service has a certificate of its own for your network.',
    get: 'Get the certificate',
    getApple: 'Get the profile',
    getNext: 'Get the next certificate',
    ends: 'This certificate ends on {day}. Install the next one too: it takes over then. If you already have this one, install only the next; the profile has both.',
    fingerprintOfNext: 'SHA-256 fingerprint of the next one',
    go: 'Then open the app',
    compare:
      'Compare before you trust it: the terminal of the service shows the same fingerprint. This page came without encryption.',
    fingerprint: 'SHA-256 fingerprint',
    reach:
      'A person who has its key can pretend to this phone to be any address of a private network (10.…, 192.168.…, names like hall.local), and nothing else on phones that respect its limits. The key stays on the service’s machine. Remove it after the event.',
    remove: 'To remove it: ',
    devices: [
      {
        name: 'iPhone, iPad',
        is: 'apple',
        steps: [
          'In Safari: Get the profile, Allow.',
          'Settings, “Profile Downloaded”, Install.',
          'Settings, General, About, Certificate Trust Settings: switch it on.',
        ],
        remove: 'Settings, General, VPN & Device Management, the profile, Remove.',
      },
      {
        name: 'Android',
        is: 'other',
        steps: [
          'Get the certificate; it is in Downloads.',
          'Settings, look for “CA certificate”, Install anyway.',
          'Choose the file from Downloads.',
        ],
        remove: 'Settings, look for “User credentials”, the certificate, Remove.',
      },
      {
        name: 'Computer',
        is: 'other',
        steps: [
          'Windows: open the file, Install, “Trusted Root Certification Authorities”.',
          'macOS: open the file, then set it to Always Trust in Keychain Access.',
          'Chrome on Linux: Settings, look for “certificates”, Manage, Import as trusted. Firefox anywhere: Settings, View Certificates, Authorities, Import.',
        ],
        remove: 'in the same place, choose “{name}” and delete it.',
      },
    ],
  },
  de: {
    title: 'Dieses Telefon soll Ihren Schildern vertrauen',
    lead: 'Einmal für jedes Telefon. Kamera, Benachrichtigungen und die App ohne Netz brauchen https, und dieser Dienst hat ein eigenes Zertifikat für Ihr Netz.',
    get: 'Zertifikat holen',
    getApple: 'Profil holen',
    getNext: 'Nächstes Zertifikat holen',
    ends: 'Dieses Zertifikat endet am {day}. Installieren Sie auch das nächste: Es übernimmt dann. Wer dieses schon hat, installiert nur das nächste; das Profil enthält beide.',
    fingerprintOfNext: 'SHA-256-Fingerabdruck des nächsten',
    go: 'Danach die App öffnen',
    compare:
      'Vergleichen Sie, bevor Sie ihm vertrauen: Im Terminal des Dienstes steht derselbe Fingerabdruck. Diese Seite kam unverschlüsselt.',
    fingerprint: 'SHA-256-Fingerabdruck',
    reach:
      'Wer den Schlüssel hat, kann sich diesem Telefon gegenüber als jede Adresse eines privaten Netzes ausgeben (10.…, 192.168.…, Namen wie halle.local), und als nichts anderes, wenn das Telefon auf die Grenzen achtet. Der Schlüssel bleibt auf dem Rechner des Dienstes. Entfernen Sie das Zertifikat nach der Veranstaltung.',
    remove: 'So entfernen Sie es: ',
    devices: [
      {
        name: 'iPhone, iPad',
        is: 'apple',
        steps: [
          'In Safari: Profil holen, Zulassen.',
          'Einstellungen, „Profil geladen“, Installieren.',
          'Einstellungen, Allgemein, Info, Zertifikatsvertrauenseinstellungen: einschalten.',
        ],
        remove: 'Einstellungen, Allgemein, VPN und Geräteverwaltung, das Profil, Entfernen.',
      },
      {
        name: 'Android',
        is: 'other',
        steps: [
          'Zertifikat holen; es liegt in den Downloads.',
          'Einstellungen, nach „CA-Zertifikat“ suchen, Trotzdem installieren.',
          'Die Datei aus den Downloads wählen.',
        ],
        remove: 'Einstellungen, nach „Nutzeranmeldedaten“ suchen, das Zertifikat, Entfernen.',
      },
      {
        name: 'Computer',
        is: 'other',
        steps: [
          'Windows: Datei öffnen, Installieren, „Vertrauenswürdige Stammzertifizierungsstellen“.',
          'macOS: Datei öffnen, in der Schlüsselbundverwaltung „Immer vertrauen“.',
          'Chrome unter Linux: Einstellungen, nach „Zertifikate“ suchen, Verwalten, als vertrauenswürdig importieren. Firefox überall: Einstellungen, Zertifikate anzeigen, Zertifizierungsstellen, Importieren.',
        ],
        remove: 'an derselben Stelle „{name}“ wählen und löschen.',
      },
    ],
  },
} as const;

export type AuthorityLanguage = keyof typeof AUTHORITY_WORDS;
