import { html, type Part } from "../../Html.ts"
import { speech } from "./speech.ts"

const { number, plural } = speech

export const proof = {
  secondStep: "Zweiter Schritt",
  aboutStep: "Ein Code aus einer Authenticator-App, nach dem Passwort abgefragt.",
  setUpOrChange: "Einrichten oder ändern",
  yourPassword: "Ihr Passwort",
  code: "Code",
  sixNow: "Sechs Ziffern, die die App jetzt zeigt.",
  sixOr: "Sechs Ziffern aus der App, oder ein Wiederherstellungscode.",
  qrCode: "QR-Code für eine Authenticator-App",
  setUpStep: "Zweiten Schritt einrichten",
  scan: "Scannen Sie dies mit einer Authenticator-App, oder geben Sie den Schlüssel dort ein. Geben Sie dann den Code ein, den sie zeigt.",
  key: "Schlüssel:",
  switchOn: "Einschalten",
  back: "Zurück zu Ihrem Konto",
  yourStep: "Ihr zweiter Schritt",
  onSince: (at: Part) => html`Eingeschaltet seit ${at}.`,
  codesLeft: (count: number) =>
    `${plural(count, { one: "Wiederherstellungscode ist", other: "Wiederherstellungscodes sind" })} übrig.`,
  makeCodes: "Neue Wiederherstellungscodes erstellen",
  switchOff: "Ausschalten",
  yourCodes: "Ihre Wiederherstellungscodes",
  keepThese: "Bewahren Sie sie jetzt auf: Sie werden nur dieses eine Mal gezeigt.",
  eachOnce:
    "Jeder meldet Sie einmal an Stelle des Codes der App an, falls Sie das Gerät verlieren. Alle früheren gelten nicht mehr.",
  codes: "Wiederherstellungscodes",
  kept: "Ich habe sie aufbewahrt",
  wrongPassword: "Das Passwort ist falsch. Geben Sie das ein, mit dem Sie sich anmelden.",
  wrongCode: "Dieser Code ist falsch oder wurde schon verwendet. Geben Sie den ein, den die App jetzt zeigt.",
  noCodeFromNow: "Ab jetzt melden Sie sich ohne Code an.",
  passkeys: "Passkeys",
  aboutPasskeys: "Melden Sie sich mit Ihrem Gerät an Stelle Ihres Passworts an.",
  addOrRemove: "Hinzufügen oder entfernen",
  name: "Name",
  nameHint: "Zum Beispiel „Arbeitslaptop“.",
  added: (at: Part, used: Part) => html`Hinzugefügt ${at}, zuletzt verwendet: ${used}`,
  never: "nie",
  remove: "Entfernen",
  noScripts:
    "Dieser Browser hat keine Passkeys oder führt keine Skripte aus. Nehmen Sie einen anderen, um einen hinzuzufügen.",
  addPasskey: "Passkey hinzufügen",
  needsName:
    "Browser haben Passkeys nur für Adressen mit einem Namen. Der Betreiber dieses Dienstes kann ihm einen geben.",
  theseAll: "Mehr kann ein Konto nicht haben. Entfernen Sie zuerst einen.",
  yourPasskeys: "Ihre Passkeys",
  whatPasskey:
    "Ein Passkey meldet Sie über die Bildschirmsperre Ihres Geräts oder einen Sicherheitsschlüssel mit PIN an, statt mit Passwort und Code.",
  tookLong:
    "Das hat länger als fünf Minuten gedauert oder begann in einem anderen Browser. Versuchen Sie es noch einmal.",
  notTaken:
    "Dieser Passkey wurde nicht angenommen. Versuchen Sie es noch einmal unter der Adresse, für die dieser Dienst eingerichtet ist.",
  full: (most: number) => `Ein Konto kann ${number(most)} Passkeys haben. Entfernen Sie zuerst einen.`,
  known: "Dieser Passkey ist schon bekannt.",
  giveName: "Geben Sie ihm einen Namen von 1 bis 60 Zeichen.",
  isAdded: "Der Passkey ist hinzugefügt. Sie können sich damit anmelden.",
  removedAlready: "Dieser Passkey wurde schon entfernt. Gehen Sie zurück und laden Sie die Seite neu.",
  isRemoved: "Der Passkey ist entfernt. Löschen Sie ihn auch auf dem Gerät.",
  withPasskey: "Mit einem Passkey anmelden",
  passkeyInstead: "Stattdessen einen Passkey verwenden",
  passkeyWrong:
    "Dieser Passkey wurde nicht angenommen: Er wurde hier entfernt, gehört zu einem anderen Konto, oder seine Antwort wurde schon verwendet. Versuchen Sie es noch einmal, oder melden Sie sich mit Ihrem Passwort an.",
  codeHint: "Sechs Ziffern aus Ihrer Authenticator-App, oder einer Ihrer Wiederherstellungscodes.",
  enterCode: "Geben Sie Ihren Code ein",
  lostBoth: html`Beides verloren? Der Betreiber dieses Dienstes kann Ihren zweiten Schritt zurücksetzen.
    <a href="/sign-in">Neu beginnen</a>`,
  signInOutdated:
    "Diese Anmeldung begann in einem anderen Browser oder hat zu lange gedauert. Beginnen Sie auf der Anmeldeseite noch einmal.",
  waitForNext:
    "Dieser Code ist falsch oder wurde schon verwendet. Warten Sie auf den nächsten der App; wenn es weiter nicht geht, prüfen Sie die Uhr des Geräts.",
  aBrowser: "Ein Browser",
  thisBrowser: "dieser Browser",
  signedIn: (at: Part) => html`Angemeldet ${at}`,
  signedInFrom: (at: Part, address: Part) => html`Angemeldet ${at} von ${address}`,
  lastUsed: (at: Part) => html`zuletzt verwendet: ${at}`,
  whereSignedIn: "Wo Sie angemeldet sind",
  sessions: "Sitzungen",
  signOutOthers: "Alle anderen abmelden",
  hasEnded: "Diese Sitzung ist beendet. Gehen Sie zurück und laden Sie die Seite neu.",
  thatOut: "Dieser Browser ist abgemeldet.",
  othersOut: "Alle anderen Browser sind abgemeldet."
}
