export const failures = {
  invalid: "Das hat nicht geklappt",
  forbidden: "Nicht erlaubt",
  nothing: "Hier ist nichts",
  tooMuch: "Zu viel auf einmal",
  tooMany: "Zu viele Versuche",
  away: "Gleich wieder da",
  failed: "Etwas ist schiefgegangen",
  request: "Anfrage",
  notOurs:
    "Dieses Formular ist veraltet oder kam nicht von dieser Website. Gehen Sie zurück, laden Sie die Seite neu und senden Sie es noch einmal. Hilft das nicht, erlauben Sie dieser Website Cookies.",
  unstorable:
    "Ein Feld enthält das Zeichen U+0000, das sich nicht speichern lässt. Gehen Sie zurück und entfernen Sie es.",
  repeated:
    "Ein Feld wurde mehrfach gesendet. Gehen Sie zurück, laden Sie die Seite neu und senden Sie das Formular noch einmal.",
  unfit: "Hier wird nur ein Formular angenommen, das seine Seite gesendet hat.",
  noPage:
    "Unter dieser Adresse gibt es keine Seite. Vielleicht ist sie vertippt, oder was sie zeigte, wurde gelöscht.",
  toStart: "Zum Anfang"
}
