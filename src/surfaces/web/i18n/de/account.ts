export const account = {
  language: "Sprache",
  zone: "Zeitzone",
  aboutZone: "Zeiten auf den Seiten gelten in dieser Zone.",
  asBrowser: "Wie mein Browser",
  reading: "Sprache und Zeit",
  saveReading: "Sprache und Zeit speichern",
  readingSaved: "Sprache und Zeitzone gespeichert.",
  current: "Aktuelles Passwort",
  changeTitle: "Passwort ändern",
  changeAbout: "Meldet Sie überall sonst ab und trennt die Apps, die Sie verbunden haben.",
  change: "Passwort ändern",
  title: "Ihr Konto",
  email: "E-Mail",
  workspaces: (count: number) => (count === 1 ? "Arbeitsbereich" : "Arbeitsbereiche"),
  role: { admin: "Admin", member: "Mitglied", viewer: "Nur lesen" },
  none: "Keiner. Bitten Sie einen Admin eines Arbeitsbereichs, Sie einzuladen.",
  everywhere: "Überall abmelden",
  aboutEverywhere:
    "Beendet Ihre Sitzungen in allen Browsern, auch in diesem. Verbundene Apps bleiben verbunden.",
  wrongCurrent: "Das aktuelle Passwort stimmt nicht. Geben Sie das ein, mit dem Sie sich jetzt anmelden.",
  changed: "Passwort geändert.",
  signedOutEverywhere: "Sie sind überall abgemeldet."
}
