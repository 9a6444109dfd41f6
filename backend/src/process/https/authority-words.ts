/** What the page that installs the authority says (authority-page.ts), in the languages of the house. `{…}` are put in by it. */
export const AUTHORITY_WORDS = {
  en: {
    title: 'Install the certificate on this phone',
    lead: 'You only need to do this once per phone. The camera, notifications and offline use require HTTPS, and this service uses its own certificate for your network.',
    get: 'Download the certificate',
    getApple: 'Download the profile',
    getNext: 'Download the next certificate',
    ends: 'This certificate expires on {day} and is then replaced by the next one, so install the next certificate as well. If you already have this certificate, install only the next one. The profile contains both certificates.',
    fingerprintOfNext: 'SHA-256 fingerprint of the next certificate',
    go: 'Then open the app',
    compare:
      'Compare the fingerprint with the one in the terminal of the service before you trust the certificate. This page was loaded without encryption.',
    fingerprint: 'SHA-256 fingerprint',
    reach:
      'Anyone who has the key of this certificate can impersonate any address in a private network (10.…, 192.168.…, names like hall.local) when this phone connects to it, but no other address if the phone respects the limits of the certificate. The key stays on the computer that runs the service. Remove the certificate after the event.',
    remove: 'How to remove the certificate: ',
    devices: [
      {
        name: 'iPhone, iPad',
        is: 'apple',
        steps: [
          'In Safari, tap “Download the profile”, then “Allow”.',
          'Open Settings, tap “Profile Downloaded”, then “Install”.',
          'Open Settings > General > About > Certificate Trust Settings and turn the certificate on.',
        ],
        remove: 'Open Settings > General > VPN & Device Management, select the profile and tap “Remove”.',
      },
      {
        name: 'Android',
        is: 'other',
        steps: [
          'Tap “Download the certificate”. The file is saved in Downloads.',
          'Open Settings, search for “CA certificate”, then tap “Install anyway”.',
          'Choose the file in Downloads.',
        ],
        remove: 'Open Settings, search for “User credentials”, select the certificate and tap “Remove”.',
      },
      {
        name: 'Computer',
        is: 'other',
        steps: [
          'Windows: open the file, choose “Install Certificate”, then “Trusted Root Certification Authorities”.',
          'macOS: open the file, then set the certificate to “Always Trust” in Keychain Access.',
          'Chrome on Linux: open Settings, search for “certificates”, choose “Manage certificates” and import the file as trusted. Firefox on any system: open Settings, choose “View Certificates”, then “Authorities”, then “Import”.',
        ],
        remove: 'Select “{name}” in the place where you imported the certificate, and delete it.',
      },
    ],
  },
  de: {
    title: 'Zertifikat auf diesem Telefon installieren',
    lead: 'Installieren Sie das Zertifikat einmal auf jedem Telefon. Kamera, Benachrichtigungen und Offline-Nutzung erfordern https, und dieser Dienst verwendet ein eigenes Zertifikat für Ihr Netz.',
    get: 'Zertifikat laden',
    getApple: 'Profil laden',
    getNext: 'Nächstes Zertifikat laden',
    ends: 'Dieses Zertifikat läuft am {day} ab und wird dann durch das nächste ersetzt. Installieren Sie daher auch das nächste. Wenn Sie dieses Zertifikat schon haben, installieren Sie nur das nächste. Das Profil enthält beide Zertifikate.',
    fingerprintOfNext: 'SHA-256-Fingerabdruck des nächsten Zertifikats',
    go: 'Danach die App öffnen',
    compare:
      'Vergleichen Sie diesen Fingerabdruck mit dem Fingerabdruck im Terminal des Dienstes, bevor Sie dem Zertifikat vertrauen. Diese Seite wurde unverschlüsselt geladen.',
    fingerprint: 'SHA-256-Fingerabdruck',
    reach:
      'Wer den Schlüssel dieses Zertifikats hat, kann sich gegenüber diesem Telefon als beliebige Adresse eines privaten Netzes ausgeben (10.…, 192.168.…, Namen wie halle.local). Für andere Adressen gilt das Zertifikat nicht, sofern das Telefon die Einschränkungen des Zertifikats beachtet. Der Schlüssel bleibt auf dem Rechner des Dienstes. Entfernen Sie das Zertifikat nach der Veranstaltung.',
    remove: 'So entfernen Sie das Zertifikat: ',
    devices: [
      {
        name: 'iPhone, iPad',
        is: 'apple',
        steps: [
          'In Safari: Tippen Sie auf „Profil laden“ und dann auf „Zulassen“.',
          'Öffnen Sie die Einstellungen, tippen Sie auf „Profil geladen“ und dann auf „Installieren“.',
          'Öffnen Sie Einstellungen > Allgemein > Info > Zertifikatsvertrauenseinstellungen und schalten Sie das Zertifikat ein.',
        ],
        remove:
          'Öffnen Sie Einstellungen > Allgemein > VPN und Geräteverwaltung, wählen Sie das Profil und tippen Sie auf „Entfernen“.',
      },
      {
        name: 'Android',
        is: 'other',
        steps: [
          'Tippen Sie auf „Zertifikat laden“. Die Datei wird in den Downloads gespeichert.',
          'Öffnen Sie die Einstellungen, suchen Sie nach „CA-Zertifikat“ und tippen Sie auf „Trotzdem installieren“.',
          'Wählen Sie die Datei in den Downloads.',
        ],
        remove:
          'Öffnen Sie die Einstellungen, suchen Sie nach „Nutzeranmeldedaten“, wählen Sie das Zertifikat und tippen Sie auf „Entfernen“.',
      },
      {
        name: 'Computer',
        is: 'other',
        steps: [
          'Windows: Öffnen Sie die Datei, wählen Sie „Zertifikat installieren“ und dann „Vertrauenswürdige Stammzertifizierungsstellen“.',
          'macOS: Öffnen Sie die Datei und stellen Sie das Zertifikat in der Schlüsselbundverwaltung auf „Immer vertrauen“.',
          'Chrome unter Linux: Öffnen Sie die Einstellungen, suchen Sie nach „Zertifikate“, wählen Sie „Zertifikate verwalten“ und importieren Sie die Datei als vertrauenswürdig. Firefox auf jedem System: Öffnen Sie die Einstellungen, wählen Sie „Zertifikate anzeigen“, „Zertifizierungsstellen“ und „Importieren“.',
        ],
        remove: 'Wählen Sie an derselben Stelle „{name}“ und löschen Sie das Zertifikat.',
      },
    ],
  },
} as const;

export type AuthorityLanguage = keyof typeof AUTHORITY_WORDS;
