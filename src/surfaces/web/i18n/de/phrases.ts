/** The service's messages about an input, in German. The first matching pattern wins. */
import type { Phrases } from "../Translation.ts"
import { deliveries } from "./deliveries.ts"
import { inputs } from "./inputs.ts"

const unit = (word: string): string => ({ characters: "Zeichen", words: "Wörter" })[word] ?? word

export const phrases: Phrases = [
  ...deliveries,
  ...inputs,
  [/^is required$/u, () => "fehlt"],
  [
    /^must be at most (\d+) (characters|words)(?: long)?$/u,
    (most, word) => `darf höchstens ${most} ${unit(word!)} lang sein`
  ],
  [/^must be a value with a length of at least 1$/u, () => "fehlt"],
  [/^must be a value with a length of at least (\d+)$/u, (least) => `muss mindestens ${least} Zeichen haben`],
  [/^must be a value with a length of at most (\d+)$/u, (most) => `darf höchstens ${most} Zeichen lang sein`],
  [
    /^must be an integer from (-?\d+) to (\d+)$/u,
    (from, to) => `muss eine ganze Zahl von ${from} bis ${to} sein`
  ],
  [/^must be an integer of (-?\d+) or more$/u, (least) => `muss eine ganze Zahl ab ${least} sein`],
  [/^must be an integer$/u, () => "muss eine ganze Zahl sein"],
  [/^must be a number$/u, () => "muss eine Zahl sein"],
  [/^must be at most ([\d.]+)$/u, (most) => `darf höchstens ${most} sein`],
  [/^must be at least (-?[\d.]+)$/u, (least) => `muss mindestens ${least} sein`],
  [
    /^is not the IANA name of a time zone/u,
    () => "ist kein IANA-Name einer Zeitzone wie Europe/Berlin oder UTC"
  ],
  [/^must be an email address/u, () => "muss eine E-Mail-Adresse sein"],
  [
    /^must be an absolute (\w+):\/\/ URL/u,
    (scheme) => `muss eine vollständige Adresse sein, die mit ${scheme}:// beginnt`
  ],
  [/^must be in the future$/u, () => "muss in der Zukunft liegen"],
  [/^must be (?:an|a) (?:ISO|date|time)/u, () => "muss ein Datum sein"],
  [/^must be true or false/u, () => "muss ja oder nein sein"],
  [/^is not a member of this workspace/u, () => "gehört nicht zu diesem Arbeitsbereich"],
  [/^must have a character that shows$/u, () => "braucht ein sichtbares Zeichen"],
  [/^must not be promoted$/u, () => "darf nicht schon ein Deal sein"],
  [/^takes no webhooks/u, () => "nimmt keine Webhooks an"],
  [/^must be /u, () => "ist so nicht möglich"],
  [/^The \w+ plan allows (\d+) board/u, (most) => `Ihr Tarif umfasst ${most} Board(s).`],
  [
    /^Deals are in the stage, deleted ones included/u,
    () => "In dieser Phase sind Deals, auch gelöschte. Verschieben Sie sie zuerst in eine andere."
  ],
  [
    /^An invitation cannot be made|^.* is already a member\./u,
    () => "Diese Person ist schon Mitglied. Ändern Sie stattdessen ihre Rolle in der Mitgliederliste."
  ],
  [
    /^There is no deal .* any more: it was deleted on ([\d-]+)\..* until ([\d-]+):/u,
    (at, until) =>
      `Diesen Deal gibt es nicht mehr: Er wurde am ${at} gelöscht. Bis ${until} lässt er sich unter „Gelöschte Deals“ wiederherstellen.`
  ],
  [
    /^This person is no longer a member/u,
    () => "Diese Person gehört nicht mehr zum Arbeitsbereich. Wählen Sie eine andere."
  ],
  [
    /^Another person connected this app/u,
    () => "Diese App hat eine andere Person verbunden. Bitten Sie sie oder einen Admin, sie zu trennen."
  ],
  [
    /^This is another person's key/u,
    () => "Dieser Schlüssel gehört einer anderen Person. Bitten Sie sie oder einen Admin, ihn zu widerrufen."
  ],
  [
    /^This is no CSV file/u,
    () =>
      "Das ist keine CSV-Datei. Öffnen Sie sie in einer Tabellenkalkulation und speichern Sie sie als CSV."
  ],
  [
    /^The file has no lines/u,
    () => "Die Datei ist leer: In ihrer ersten Zeile müssen die Namen der Spalten stehen."
  ],
  [
    /^Another file of yours took the place/u,
    () =>
      "Eine andere Datei von Ihnen hat diese ersetzt. Machen Sie mit ihr weiter, oder wählen Sie diese noch einmal."
  ],
  [
    /^Another import of yours is under way/u,
    () => "Ein anderer Import von Ihnen läuft noch. Warten Sie, bis er fertig ist, oder halten Sie ihn an."
  ],
  [
    /^Too many wrong passwords .* Wait (\d+) s/u,
    (seconds) =>
      `Zu viele falsche Passwörter für diese E-Mail-Adresse. Warten Sie ${seconds} s und versuchen Sie es dann wieder.`
  ],
  [
    /^Too many people are signing in at once/u,
    () =>
      "Gerade melden sich zu viele Personen auf einmal an. Versuchen Sie es in ein paar Sekunden noch einmal."
  ],
  [
    /^This page was open for a long time/u,
    () => "Diese Seite war lange offen. Senden Sie das Formular noch einmal ab."
  ],
  [
    /^There is no file in this form/u,
    () => "Das Formular enthält keine Datei. Gehen Sie zurück und wählen Sie eine."
  ],
  [
    /^The file did not arrive as a whole/u,
    () => "Die Datei kam nicht ganz an. Gehen Sie zurück und senden Sie sie noch einmal."
  ],
  [
    /^The file is over (\d+) MB/u,
    (most) => `Die Datei ist größer als ${most} MB. Gehen Sie zurück und teilen Sie sie auf.`
  ],
  [
    /^Too many wrong codes .* Wait (\d+) s/u,
    (seconds) =>
      `Zu viele falsche Codes für dieses Konto. Warten Sie ${seconds} s und geben Sie dann einen neuen ein.`
  ],
  [
    /^Many are trying to sign in to this account .* Wait (\d+) s/u,
    (seconds) =>
      `Von anderswo versuchen viele, sich bei diesem Konto anzumelden. Warten Sie ${seconds} s; Browser, die schon einmal angemeldet waren, müssen nicht warten.`
  ],
  [
    /^The password must have at least (\d+)/u,
    (least) => `Das Passwort muss mindestens ${least} Zeichen haben.`
  ],
  [/^The password must have at most (\d+)/u, (most) => `Das Passwort darf höchstens ${most} Zeichen haben.`],
  [
    /^The password must not be the email/u,
    () => "Das Passwort darf nicht die E-Mail-Adresse sein. Wählen Sie ein anderes."
  ],
  [
    /^The password repeats a few characters/u,
    () =>
      "Das Passwort wiederholt wenige Zeichen oder ist eine Folge wie abcdef. Wählen Sie ein paar Wörter hintereinander."
  ],
  [
    /^Many people use this password/u,
    () => "Viele verwenden dieses Passwort, es wird als eines der ersten geraten. Wählen Sie ein anderes."
  ],
  [
    /^The rules of this credential have it ask for (.+)\.$/u,
    (name) => `Die Regeln dieses Zugangs lassen ihn hierfür fragen: ${name}.`
  ],
  [
    /^It changes (\d+) records; this credential may change (\d+)/u,
    (count, most) => `Es ändert ${count} Einträge; dieser Zugang darf von selbst ${most} auf einmal ändern.`
  ],
  [
    /^It changes an amount by more than the ([\d.]+) %/u,
    (percent) =>
      `Es ändert einen Betrag um mehr als die ${percent} %, die dieser Zugang von selbst ändern darf.`
  ],
  [/^It was undone already/u, () => "Das wurde schon rückgängig gemacht."],
  [/^Changed since: (.+?)\.(?: By|$)/u, (fields) => `Seitdem geändert: ${fields}.`],
  [/^The .+ is not there any more\./u, () => "Das gibt es nicht mehr."],
  [
    /^Something was added to it since/u,
    () =>
      "Seitdem kam etwas hinzu, das verloren ginge. Entfernen Sie das zuerst, oder machen Sie beides rückgängig."
  ],
  [
    /^It is as it was before already/u,
    () => "Es ist schon wieder wie vorher: Hier ist nichts mehr rückgängig zu machen."
  ],
  [
    /^The plan has no room for another/u,
    () => "Ihr Tarif hat dafür keinen Platz mehr. Schaffen Sie zuerst welchen."
  ],
  [
    /^It came with the workspace/u,
    () => "Das kam mit dem Arbeitsbereich. Ändern oder löschen Sie es von Hand."
  ]
]
