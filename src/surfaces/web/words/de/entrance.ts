import { html, type Part } from "../../Html.ts"
import { speech } from "./speech.ts"

const { number } = speech

export const entrance = {
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
  wrongSetup:
    "Das ist nicht der Einrichtungscode, den der Dienst ausgegeben hat. Öffnen Sie den Link, den er beim Start ausgegeben hat.",
  nameWorkspace: "Geben Sie dem Arbeitsbereich einen Namen.",
  enterEmail: "Geben Sie Ihre E-Mail-Adresse ein.",
  ready: "Fertig",
  isReady: (name: Part) => html`Der Arbeitsbereich ${name} ist bereit, und Sie sind angemeldet.`,
  firstKey: "Ihr erster API-Schlüssel",
  copyIt: "Kopieren Sie ihn jetzt: Er wird nur dieses eine Mal gezeigt.",
  tryIt: "Probieren Sie ihn aus:",
  continue: "Weiter",
  forgottenLink: "Noch kein Passwort, oder vergessen?",
  forgottenAsk:
    "Noch kein Passwort, oder vergessen? Bitten Sie einen Admin Ihres Arbeitsbereichs um einen Link.",
  noMail:
    "Dieser Dienst sendet keine Mail. Bitten Sie einen Admin Ihres Arbeitsbereichs um einen Link für ein neues Passwort.",
  forgot: "Passwort vergessen?",
  forgotAbout: "Sie bekommen einen Link per E-Mail, unter dem Sie ein neues wählen.",
  sendLink: "Link senden",
  backToSignIn: "Zurück zur Anmeldung",
  mailbox: "Sehen Sie in Ihr Postfach",
  mailboxAbout: "Gehört zu dieser Adresse ein Konto, ist ein Link dorthin unterwegs. Er gilt eine Stunde.",
  noMailYet: (path: Part) =>
    html`Nach ein paar Minuten nichts? Sehen Sie im Spam-Ordner nach, prüfen Sie die Adresse und
      <a href="${path}">bitten Sie noch einmal darum</a> (höchstens dreimal pro Stunde), oder fragen Sie einen
      Admin Ihres Arbeitsbereichs.`,
  wholeAddress: "Geben Sie die ganze Adresse ein, etwa sie@firma.de.",
  goneInvitation:
    "Diese Einladung wurde verwendet, zurückgezogen oder ist abgelaufen. Bitten Sie einen Admin des Arbeitsbereichs um eine neue.",
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
    `Mindestens ${number(least)} Zeichen. Ein paar Wörter hintereinander lassen sich leicht merken.`,
  onceMore: "Neues Passwort, noch einmal",
  differ: "Die beiden Passwörter unterscheiden sich. Geben Sie zweimal dasselbe ein.",
  goneLink:
    "Dieser Link wurde schon verwendet oder ist abgelaufen. Bitten Sie einen Admin Ihres Arbeitsbereichs um einen neuen.",
  chooseNew: "Neues Passwort wählen",
  choose: "Passwort wählen",
  forWhom: (email: Part) => html`Für ${email}`,
  saveAndSignIn: "Speichern und anmelden",
  isSet: "Ihr Passwort ist gesetzt, und Sie sind angemeldet.",
  passwordsOff: (name: Part) =>
    html`Passwörter sind hier ausgeschaltet. Melden Sie sich auf der Anmeldeseite mit ${name} an.`,
  noProvider:
    "Die Anmeldung über einen anderen Anbieter ist hier nicht eingerichtet. Melden Sie sich mit Ihrem Passwort an.",
  backToThe: "Zurück zur Anmeldung",
  otherWays: "Andere Wege, sich anzumelden",
  away: (name: Part) =>
    html`Die Anmeldung mit ${name} geht gerade nicht, weil der Anbieter nicht erreichbar ist. Versuchen Sie es
    in einer Minute noch einmal.`,
  havePassword: "Wenn Sie hier ein Passwort haben, können Sie sich damit anmelden.",
  outdated:
    "Diese Anmeldung begann in einem anderen Browser, wurde schon verwendet oder hat zu lange gedauert. Beginnen Sie hier noch einmal.",
  unproven: (name: Part) =>
    html`${name} hat nicht bestätigt, wer Sie sind; Sie sind deshalb nicht angemeldet. Beginnen Sie noch
    einmal; wenn es wieder geschieht, sagen Sie es dem Betreiber dieses Dienstes.`,
  unverified: (name: Part) =>
    html`${name} bestätigt nicht, dass Ihre E-Mail-Adresse Ihnen gehört. Lassen Sie sie dort bestätigen und
    melden Sie sich dann noch einmal an.`,
  foreign: (name: Part) =>
    html`Ihre E-Mail-Adresse gehört zu einer Domain, die sich hier nicht mit ${name} anmelden darf.`,
  unmapped: (name: Part) =>
    html`Sie sind bei ${name} angemeldet, haben hier aber keinen Zugang: Keine Ihrer Gruppen hat eine Rolle,
    und Sie sind in keinem Arbeitsbereich Mitglied. Fragen Sie einen Admin Ihres Arbeitsbereichs.`,
  taken: (name: Part) =>
    html`Das Konto zu Ihrer E-Mail-Adresse gehört bei ${name} jemand anderem, vielleicht der Person, die die
    Adresse vor Ihnen hatte. Bitten Sie den Betreiber dieses Dienstes, es zu lösen.`,
  nowhere:
    "Den Arbeitsbereich Ihrer Domain gibt es nicht. Sagen Sie dem Betreiber dieses Dienstes, er soll OIDC_DOMAINS prüfen.",
  signingOut: "Abmeldung",
  signedOutHere: "Sie sind hier abgemeldet",
  nowOut: (name: Part) => html`Jetzt werden Sie auch von ${name} abgemeldet.`
}
