import type { ClaimingWords } from '../english-claiming.ts';

export const recovery: ClaimingWords['recovery'] = {
  offlineSince: (time) =>
    `Ihr Telefon hat seit ${time} kein Netz. Die Übernahme wird automatisch fortgesetzt, sobald es wieder Netz hat.`,
  restarted: {
    title: 'Der Dienst war ausgefallen, nicht das Schild',
    lead: 'Der Dienst wurde während dieser Übernahme neu gestartet.',
    leadFinding: 'Der Dienst wurde gerade erst gestartet. Noch sind nicht alle Schilder wieder verbunden.',
    todo: (seconds) => `Sie müssen am Schild nichts tun. Wir versuchen es in ${seconds} s erneut.`,
    unknownCode:
      'Kein verbundenes Schild hat diesen Code. Der Dienst wurde gerade erst gestartet. Noch sind nicht alle Schilder wieder verbunden.',
  },
  brokenOff: {
    title: 'Die Verbindung zum Dienst ist abgebrochen',
    lead: 'Möglicherweise haben wir die Antwort des Schilds nicht erhalten.',
    todo: (seconds) => `Sie müssen am Schild noch nichts tun. Wir versuchen es in ${seconds} s erneut.`,
  },
  owned: {
    title: (name) => `Dieses Schild ist bereits als ${name} übernommen`,
    titleHere: (name) => `Dieses Schild ist in dieser Veranstaltung bereits als ${name} übernommen`,
    lead: (event, location) => `${event}, ${location}.`,
    leadBy: (event, location, who, time) => `${event}, ${location}. ${who} hat das Schild um ${time} übernommen.`,
    leadByYou: (event, location, time) => `${event}, ${location}. Sie haben das Schild um ${time} übernommen.`,
    todo: 'Öffnen Sie das Schild auf der Wand. Wenn das Gerät defekt ist, scannen Sie ein Ersatzgerät.',
  },
  others: {
    first: 'Jemand anders möchte dieses Schild ebenfalls übernehmen',
    firstLead: 'Ihre letzten Versuche sind fehlgeschlagen. Die andere Person ist jetzt zuerst an der Reihe.',
    yours: 'Sie übernehmen dieses Schild bereits',
    yoursLead:
      'Sie haben in einem anderen Tab oder auf einem anderen Telefon eine Übernahme begonnen oder einen Versuch nicht abgeschlossen. Die frühere Übernahme endet spätestens in 20 Sekunden.',
    yoursNow: 'Sie übernehmen dieses Schild gerade in einem anderen Tab oder auf einem anderen Telefon.',
    yoursDone: 'Sie haben dieses Schild in einem anderen Tab oder auf einem anderen Telefon übernommen.',
  },
};
