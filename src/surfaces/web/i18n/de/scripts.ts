export const scripts = {
  undo: "Rückgängig",
  redo: "Wiederholen",
  copied: "Kopiert.",
  noCopy: "Der Browser erlaubt das Kopieren nicht. Markieren Sie den Text und kopieren Sie ihn von Hand.",
  failed: "Etwas ist schiefgegangen. Laden Sie die Seite neu und versuchen Sie es noch einmal.",
  unreachable: "Der Dienst ist nicht erreichbar. Versuchen Sie es noch einmal.",
  sureMove: "Drücken Sie die Tasten noch einmal, um {deal} nach {stage} zu verschieben.",
  newStage: "Die neue Phase",
  stageAt: "{name} ist jetzt {place} von {all} in {lane}. Speichern Sie die Phasen, damit es so bleibt.",
  hasPasskey: "Dieses Gerät hat schon einen Passkey für dieses Konto.",
  noPasskey:
    "Kein Passkey empfangen. Der Vorgang wurde abgebrochen, hat zu lange gedauert, oder das Gerät hat keinen Passkey für diese Website.",
  wrongSite:
    "Passkeys funktionieren nur unter der Adresse, für die dieser Dienst eingerichtet ist (BASE_URL).",
  close: "Schließen",
  find: "Deals, Leads, Kontakte und Einstellungen suchen",
  cannot: "Im Browser fehlgeschlagen: {reason}"
}
