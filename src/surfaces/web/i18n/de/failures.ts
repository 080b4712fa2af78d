export const failures = {
  invalid: "Ungültige Anfrage",
  forbidden: "Nicht erlaubt",
  nothing: "Nicht gefunden",
  tooMuch: "Zu viel auf einmal",
  tooMany: "Zu viele Versuche",
  away: "Vorübergehend nicht verfügbar",
  failed: "Etwas ist schiefgegangen",
  request: "Anfrage",
  notOurs:
    "Dieses Formular ist veraltet oder kam nicht von dieser Website. Gehen Sie zurück, laden Sie die Seite neu und senden Sie es noch einmal. Hilft das nicht, erlauben Sie dieser Website Cookies.",
  unstorable:
    "Ein Feld enthält das Zeichen U+0000, das sich nicht speichern lässt. Gehen Sie zurück und entfernen Sie es.",
  repeated:
    "Ein Feld wurde mehrfach gesendet. Gehen Sie zurück, laden Sie die Seite neu und senden Sie das Formular noch einmal.",
  unfit: "Diese Adresse nimmt nur das Formular ihrer eigenen Seite an.",
  noPage: "Diese Seite gibt es nicht. Prüfen Sie die Adresse. Vielleicht wurde die Seite gelöscht.",
  toStart: "Zur Startseite"
}
