/** What the service says of an input, in German. The first pattern that fits is taken. */
import type { Phrases } from "../Words.ts"

const unit = (word: string): string => ({ characters: "Zeichen", words: "Wörter" })[word] ?? word

export const phrases: Phrases = [
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
  [/^must be an email address/u, () => "muss eine E-Mail-Adresse sein"],
  [
    /^must be an absolute (\w+):\/\/ URL/u,
    (scheme) => `muss eine vollständige Adresse sein, die mit ${scheme}:// beginnt`
  ],
  [/^must be in the future$/u, () => "muss in der Zukunft liegen"],
  [/^must be (?:an|a) (?:ISO|date|time)/u, () => "muss ein Datum sein"],
  [/^must be true or false/u, () => "muss ja oder nein sein"],
  [/^is not a member of this workspace/u, () => "gehört nicht zu diesem Arbeitsbereich"],
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
  ]
]
