import { html, type Part } from "../../Html.ts"
import { locale } from "./locale.ts"

const { number } = locale

export const signInSetup = {
  alreadySetUp: "Dieser Dienst ist schon eingerichtet. Melden Sie sich stattdessen an.",
  setupCode: "Einrichtungscode",
  setupHint: "Teil des Links, den der Dienst beim Start ausgegeben hat.",
  workspace: "Arbeitsbereich",
  workspaceHint: "Zum Beispiel Ihr Unternehmen oder Team.",
  yourEmail: "Ihre E-Mail-Adresse",
  setUp: "Einrichten",
  setUpTitle: "Richten Sie Ihre Vertriebspipeline ein",
  setUpAbout:
    "Legt Ihren Arbeitsbereich mit Ihnen als Admin an, dazu ein erstes Board und einen ersten API-Schlüssel.",
  makeWorkspace: "Arbeitsbereich anlegen",
  wrongSetup: "Falscher Einrichtungscode. Öffnen Sie den Link, den der Dienst beim Start ausgegeben hat.",
  nameWorkspace: "Geben Sie dem Arbeitsbereich einen Namen.",
  enterEmail: "Geben Sie Ihre E-Mail-Adresse ein.",
  ready: "Fertig",
  isReady: (name: Part) => html`Der Arbeitsbereich ${name} ist bereit, und Sie sind angemeldet.`,
  firstKey: "Ihr erster API-Schlüssel",
  copyIt: "Kopieren Sie ihn jetzt. Er wird nur einmal angezeigt.",
  tryIt: "Probieren Sie ihn aus:",
  continue: "Weiter",
  forgottenLink: "Noch kein Passwort, oder vergessen?",
  forgottenAsk:
    "Noch kein Passwort, oder vergessen? Bitten Sie einen Admin Ihres Arbeitsbereichs um einen Link.",
  noMail:
    "Dieser Dienst sendet keine Mail. Bitten Sie einen Admin Ihres Arbeitsbereichs um einen Link für ein neues Passwort.",
  forgot: "Passwort vergessen?",
  forgotAbout: "Wir senden Ihnen einen Link, um ein neues Passwort zu wählen.",
  sendLink: "Link senden",
  backToSignIn: "Zurück zur Anmeldung",
  mailbox: "Prüfen Sie Ihren Posteingang",
  mailboxAbout:
    "Wenn es zu dieser Adresse ein Konto gibt, haben wir einen Link dorthin gesendet. Er gilt eine Stunde.",
  noMailYet: (path: Part) =>
    html`Nach ein paar Minuten noch keine E-Mail? Prüfen Sie Ihren Spam-Ordner und die Adresse und
      <a href="${path}">fordern Sie einen neuen Link an</a> (höchstens drei pro Stunde), oder fragen Sie einen
      Admin Ihres Arbeitsbereichs.`,
  wholeAddress: "Geben Sie eine vollständige E-Mail-Adresse ein, zum Beispiel sie@firma.de.",
  goneInvitation:
    "Diese Einladung wurde schon verwendet oder zurückgezogen, oder sie ist abgelaufen. Bitten Sie einen Admin um eine neue.",
  forAnother:
    "Diese Einladung ist für eine andere Person. Melden Sie sich als diese an und öffnen Sie den Link noch einmal.",
  joinQuestion: (name: Part) => html`${name} beitreten?`,
  invitedAs: (role: Part) =>
    html`Sie wurden mit der Rolle <strong>${role}</strong> eingeladen. Die anderen Mitglieder sehen Ihren
      Namen und Ihre E-Mail-Adresse.`,
  joinTitle: (name: Part) => html`${name} beitreten`,
  join: "Beitreten",
  signInToJoin: "Anmelden, um beizutreten",
  choosePassword: (email: Part) => html`Wählen Sie ein Passwort für ${email} in diesem Arbeitsbereich.`,
  joinAndSignIn: "Beitreten und anmelden",
  haveAccount: (email: Part, path: Part) =>
    html`Melden Sie sich bei diesem Dienst schon mit ${email} an?
      <a href="${path}">Melden Sie sich zuerst an</a>, um mit diesem Konto beizutreten.`,
  forAnotherTitle: "Für eine andere Person",
  isForAnother: "Diese Einladung ist für eine andere Person",
  itIsFor: (email: Part, own: Part) => html`Sie ist für ${email}, und Sie sind als ${own} angemeldet.`,
  anotherAccount: "Anderes Konto verwenden",
  joined: (name: Part) => html`Sie sind ${name} beigetreten.`,
  joinedIn: (name: Part) => html`Sie sind ${name} beigetreten und angemeldet.`,
  newPassword: "Neues Passwort",
  passwordHint: (least: number) =>
    `Mindestens ${number(least)} Zeichen. Mehrere Wörter hintereinander lassen sich leicht merken.`,
  onceMore: "Neues Passwort, noch einmal",
  differ: "Die Passwörter stimmen nicht überein. Geben Sie zweimal dasselbe Passwort ein.",
  goneLink:
    "Dieser Link wurde schon verwendet oder ist abgelaufen. Bitten Sie einen Admin Ihres Arbeitsbereichs um einen neuen.",
  chooseNew: "Neues Passwort wählen",
  choose: "Passwort wählen",
  forWhom: (email: Part) => html`Für ${email}`,
  saveAndSignIn: "Speichern und anmelden",
  isSet: "Passwort gespeichert. Sie sind angemeldet.",
  passwordsOff: (name: Part) =>
    html`Passwörter sind ausgeschaltet. Melden Sie sich auf der Anmeldeseite mit ${name} an.`,
  noProvider: "Single Sign-on ist nicht eingerichtet. Melden Sie sich mit Ihrem Passwort an.",
  backToThe: "Zurück zur Anmeldung",
  otherWays: "Andere Wege, sich anzumelden",
  away: (name: Part) =>
    html`${name} ist zurzeit nicht erreichbar. Versuchen Sie es in einer Minute noch einmal.`,
  havePassword: "Wenn Sie ein Passwort haben, können Sie sich auch damit anmelden.",
  outdated:
    "Diese Anmeldung ist abgelaufen, wurde schon verwendet oder in einem anderen Browser begonnen. Melden Sie sich noch einmal an.",
  unproven: (name: Part) =>
    html`${name} hat Ihre Identität nicht bestätigt. Versuchen Sie es noch einmal. Wenn es wieder geschieht,
    wenden Sie sich an den Betreiber dieses Dienstes.`,
  unverified: (name: Part) =>
    html`${name} hat Ihre E-Mail-Adresse nicht bestätigt. Bitten Sie die Administration von ${name} darum und
    melden Sie sich dann noch einmal an.`,
  foreign: (name: Part) => html`E-Mail-Adressen Ihrer Domain können sich nicht mit ${name} anmelden.`,
  unmapped: (name: Part) =>
    html`Sie sind bei ${name} angemeldet, haben aber keinen Zugang: Keine Ihrer Gruppen hat eine Rolle, und
    Sie sind in keinem Arbeitsbereich Mitglied. Fragen Sie einen Admin Ihres Arbeitsbereichs.`,
  taken: (name: Part) =>
    html`Das Konto zu Ihrer E-Mail-Adresse gehört bei ${name} jemand anderem, vielleicht der Person, die die
    Adresse vor Ihnen hatte. Bitten Sie den Betreiber dieses Dienstes, es zu lösen.`,
  nowhere:
    "Den Arbeitsbereich Ihrer Domain gibt es nicht. Sagen Sie dem Betreiber dieses Dienstes, er soll OIDC_DOMAINS prüfen.",
  signingOut: "Abmeldung",
  signedOutHere: "Sie sind abgemeldet",
  nowOut: (name: Part) => html`Jetzt werden Sie auch von ${name} abgemeldet.`
}
