import { html, type Part } from "../../Html.ts"
import { locale } from "./locale.ts"

const { number, plural } = locale

export const twoFactor = {
  secondStep: "Zwei-Faktor-Authentifizierung",
  aboutStep: "Nach dem Passwort geben Sie einen Code aus einer Authenticator-App ein.",
  setUpOrChange: "Einrichten oder ändern",
  yourPassword: "Ihr Passwort",
  code: "Code",
  sixNow: "Die sechs Ziffern, die die App anzeigt.",
  sixOr: "Sechs Ziffern aus der App, oder ein Wiederherstellungscode.",
  qrCode: "QR-Code für eine Authenticator-App",
  setUpStep: "Zwei-Faktor-Authentifizierung einrichten",
  scan: "Scannen Sie den Code mit einer Authenticator-App, oder geben Sie dort den Schlüssel ein. Geben Sie dann den angezeigten Code ein.",
  key: "Schlüssel:",
  switchOn: "Einschalten",
  back: "Zurück zu Ihrem Konto",
  yourStep: "Zwei-Faktor-Authentifizierung",
  onSince: (at: Part) => html`Eingeschaltet seit ${at}.`,
  codesLeft: (count: number) =>
    `${plural(count, { one: "Wiederherstellungscode ist", other: "Wiederherstellungscodes sind" })} übrig.`,
  makeCodes: "Neue Wiederherstellungscodes erstellen",
  switchOff: "Ausschalten",
  yourCodes: "Ihre Wiederherstellungscodes",
  keepThese: "Speichern Sie die Codes jetzt. Sie werden nur einmal angezeigt.",
  eachOnce:
    "Jeder Code ersetzt einmal den Code der App, falls Sie das Gerät verlieren. Frühere Wiederherstellungscodes gelten nicht mehr.",
  codes: "Wiederherstellungscodes",
  kept: "Codes gespeichert",
  wrongPassword: "Falsches Passwort. Geben Sie Ihr Anmeldepasswort ein.",
  wrongCode: "Der Code ist falsch oder wurde schon verwendet. Geben Sie den aktuellen Code der App ein.",
  noCodeFromNow: "Zwei-Faktor-Authentifizierung ausgeschaltet.",
  passkeys: "Passkeys",
  aboutPasskeys: "Melden Sie sich mit Ihrem Gerät statt mit dem Passwort an.",
  addOrRemove: "Hinzufügen oder entfernen",
  name: "Name",
  nameHint: "Zum Beispiel „Arbeitslaptop“.",
  added: (at: Part, used: Part) => html`Hinzugefügt ${at}, zuletzt verwendet: ${used}`,
  never: "nie",
  remove: "Entfernen",
  noScripts:
    "Dieser Browser unterstützt keine Passkeys, oder JavaScript ist ausgeschaltet. Verwenden Sie einen anderen Browser.",
  addPasskey: "Passkey hinzufügen",
  needsName: "Passkeys brauchen einen Domainnamen. Der Betreiber dieses Dienstes kann einen einrichten.",
  theseAll: "Sie haben die Höchstzahl an Passkeys erreicht. Entfernen Sie zuerst einen.",
  yourPasskeys: "Ihre Passkeys",
  whatPasskey:
    "Mit einem Passkey melden Sie sich über die Bildschirmsperre Ihres Geräts oder einen Sicherheitsschlüssel an, ohne Passwort und Code.",
  tookLong:
    "Die Anfrage ist abgelaufen oder wurde in einem anderen Browser begonnen. Versuchen Sie es noch einmal.",
  notTaken:
    "Dieser Passkey wurde nicht angenommen. Versuchen Sie es noch einmal unter der Adresse, für die dieser Dienst eingerichtet ist.",
  full: (most: number) => `Ein Konto kann ${number(most)} Passkeys haben. Entfernen Sie zuerst einen.`,
  known: "Dieser Passkey wurde schon hinzugefügt.",
  giveName: "Geben Sie einen Namen von 1 bis 60 Zeichen ein.",
  isAdded: "Passkey hinzugefügt. Sie können sich damit anmelden.",
  removedAlready: "Dieser Passkey wurde schon entfernt. Gehen Sie zurück und laden Sie die Seite neu.",
  isRemoved: "Passkey entfernt. Löschen Sie ihn auch auf dem Gerät.",
  withPasskey: "Mit einem Passkey anmelden",
  passkeyInstead: "Stattdessen einen Passkey verwenden",
  passkeyWrong:
    "Dieser Passkey wurde nicht angenommen. Vielleicht wurde er entfernt, oder er gehört zu einem anderen Konto. Versuchen Sie es noch einmal, oder melden Sie sich mit Ihrem Passwort an.",
  codeHint: "Sechs Ziffern aus Ihrer Authenticator-App, oder einer Ihrer Wiederherstellungscodes.",
  enterCode: "Geben Sie Ihren Code ein",
  lostBoth: html`Kein Zugriff auf App und Codes? Der Betreiber dieses Dienstes kann die
    Zwei-Faktor-Authentifizierung zurücksetzen. <a href="/sign-in">Neu beginnen</a>`,
  signInOutdated:
    "Diese Anmeldung ist abgelaufen oder wurde in einem anderen Browser begonnen. Melden Sie sich noch einmal an.",
  waitForNext:
    "Der Code ist falsch oder wurde schon verwendet. Warten Sie auf den nächsten Code. Wenn auch er nicht gilt, prüfen Sie die Uhr Ihres Geräts.",
  aBrowser: "Unbekannter Browser",
  thisBrowser: "dieser Browser",
  signedIn: (at: Part) => html`Angemeldet ${at}`,
  signedInFrom: (at: Part, address: Part) => html`Angemeldet ${at} von ${address}`,
  lastUsed: (at: Part) => html`zuletzt verwendet: ${at}`,
  whereSignedIn: "Wo Sie angemeldet sind",
  sessions: "Sitzungen",
  signOutOthers: "Alle anderen abmelden",
  hasEnded: "Diese Sitzung ist beendet. Gehen Sie zurück und laden Sie die Seite neu.",
  thatOut: "Browser abgemeldet.",
  othersOut: "Alle anderen Browser abgemeldet."
}
