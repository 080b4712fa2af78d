/** Messages about an input in German that `phrases` doesn't have: addresses, lists, views, and import rows. */
import type { Phrases } from "../Translation.ts"

export const inputs: Phrases = [
  [/^must not be (?:blank|empty)$/u, () => "fehlt"],
  [/^must not repeat an id$/u, () => "darf keinen Eintrag zweimal nennen"],
  [/^must have at most (\d+) decimals$/u, (most) => `darf höchstens ${most} Nachkommastellen haben`],
  [/^must name at most (\d+) operations$/u, (most) => `darf höchstens ${most} Vorgänge nennen`],
  [/^must not be before ([\d-]+)$/u, (first) => `darf nicht vor ${first} liegen`],
  [/^must be at most (\d+) months from ([\d-]+) on$/u, (most) => `darf höchstens ${most} Monate umfassen`],
  [/^must not be given along with (\d+) days$/u, (days) => `geht nicht zusammen mit ${days} Tagen`],
  [
    /^must not point to (.+), which is (?:not a public (?:address|host)|a local name)$/u,
    (host) => `darf nicht zu ${host} führen: Das ist keine öffentliche Adresse`
  ],
  [/^must begin with https:\/\/, not (.+)$/u, (scheme) => `muss mit https:// beginnen, nicht mit ${scheme}`],
  [/^must name a host$/u, () => "muss einen Rechnernamen enthalten"],
  [/^must not hold a user name or password$/u, () => "darf weder Benutzernamen noch Passwort enthalten"],
  [
    /^must have at most (\d+) characters, not (\d+)$/u,
    (most, count) => `darf höchstens ${most} Zeichen haben, nicht ${count}`
  ],
  [/^must not hold control characters$/u, () => "darf keine Steuerzeichen enthalten"],
  [/^is not an absolute URL$/u, () => "ist keine vollständige Adresse, die mit https:// beginnt"],
  [/^is taken: you have a view/u, () => "ist vergeben: So heißt schon eine Ihrer Ansichten dieser Seite"],
  [
    /^is one too many: a person keeps (\d+) views/u,
    (most) => `ist eine zu viel: Mehr als ${most} Ansichten behält niemand. Löschen Sie zuerst eine`
  ],
  [
    /^is not possible: a workspace shares (\d+) views/u,
    (most) => `geht nicht: Ein Arbeitsbereich teilt höchstens ${most} Ansichten. Löschen Sie zuerst eine`
  ],
  [/^is not a stage of this deal's board$/u, () => "ist keine Phase des Boards dieses Deals"],
  [
    /^is more than .+, so that no deal can match$/u,
    () => "ist mehr als die obere Grenze: So passt kein Deal"
  ],
  [
    /^is not before .+, so that no deal can match: /u,
    () => "liegt nicht vor dem Ende des Zeitraums: So passt kein Deal"
  ],
  [
    /^holds U\+0000 or half of a surrogate pair/u,
    () => "enthält ein Zeichen, das sich nicht speichern lässt"
  ],
  [/^is given more than once/u, () => "wurde mehrfach gesendet"],
  [/^takes one value, not several/u, () => "nimmt nur einen Wert an"],
  [/^is nested more than/u, () => "ist zu tief verschachtelt"],
  [/^is not a known field$/u, () => "ist kein bekanntes Feld"],
  [/^is not a .+ of this operation/u, () => "gehört nicht hierher"],
  [
    /^"(.*)" is no stage of the board\. Its stages: (.+)\.$/u,
    (name, stages) => `„${name}“ ist keine Phase dieses Boards. Seine Phasen: ${stages}.`
  ],
  [
    /^is (\w+), and the board (.+) is in (\w+): /u,
    (currency, board, own) =>
      `ist ${currency}, und das Board ${board} rechnet in ${own}: Importieren Sie die Zeile in ein Board mit ${currency}, oder rechnen Sie den Betrag um.`
  ],
  [/^is missing: a new deal needs one\.$/u, () => "fehlt: Ein neuer Deal braucht das."],
  [
    /^is not the \w+'s: /u,
    () => "ist ein anderes als bisher, und Einträge bleiben auf ihrem Board. Lassen Sie die Angabe weg."
  ],
  [
    /^(?:"(.*)" )?is no member of this workspace/u,
    (name = "?") =>
      `„${name}“ gehört nicht zu diesem Arbeitsbereich. Geben Sie E-Mail oder Namen eines Mitglieds an, oder lassen Sie das Feld leer.`
  ],
  [
    /^(?:"(.*)" )?is the name of several members/u,
    (name = "?") => `„${name}“ heißen mehrere Mitglieder. Geben Sie die E-Mail an.`
  ],
  [
    /^is no board of this workspace(?:\. Its boards: (.+)\. Or )?/u,
    (boards = "–") => `ist kein Board dieses Arbeitsbereichs. Seine Boards: ${boards}.`
  ],
  [/^is the name of several boards/u, () => "heißen mehrere Boards. Benennen Sie eines um."],
  [
    /^is (.+), a long number that a spreadsheet has rounded\./u,
    (number) =>
      `ist ${number}, eine lange Zahl, die eine Tabellenkalkulation gerundet hat. Geben Sie der Spalte das Format Text, füllen Sie sie neu und speichern Sie die Datei noch einmal.`
  ],
  [
    /^is (.+), which can be read with the day or the month first\./u,
    (date) => `ist ${date}: Tag und Monat sind nicht zu unterscheiden. Wählen Sie, was zuerst steht.`
  ],
  [/^is in the future: /u, () => "liegt in der Zukunft. Geben Sie an, wann es geschah."],
  [
    /^The \w+ plan has no room for another open deal\./u,
    () =>
      "Ihr Tarif hat für keinen weiteren offenen Deal Platz. Schließen oder löschen Sie einen, und importieren Sie die Zeile noch einmal."
  ],
  [
    /^must be digits with at most one decimal point/u,
    () => "muss ein Betrag ohne Währungszeichen und Buchstaben sein, wie 12500.00"
  ],
  [
    /^can be read in two ways.*: write (.+)$/u,
    (ways) =>
      `lässt sich auf zwei Arten lesen. Schreiben Sie ${ways!.replace(", or ", " oder ").replaceAll(" for ", " für ")}`
  ],
  [
    /^The file is not in (\S+)\. Say which encoding it has, or save it as UTF-8\.$/u,
    (encoding) =>
      `Die Datei ist nicht in ${encoding}. Wählen Sie ihre Zeichencodierung, oder speichern Sie sie als UTF-8.`
  ],
  [
    /^has a line break: a quote may be missing/u,
    () =>
      "enthält einen Zeilenumbruch: Dort fehlt vielleicht ein Anführungszeichen, oder es ist eins zu viel."
  ],
  [
    /^is (.+), an error of a spreadsheet\./u,
    (cell) => `ist ${cell}, ein Fehler der Tabellenkalkulation. Berichtigen oder leeren Sie die Zelle.`
  ],
  [/^The line names the columns again\.$/u, () => "Die Zeile nennt noch einmal die Spalten."],
  [
    /^The line has one cell instead of (\d+): /u,
    (columns) =>
      `Die Zeile hat eine Zelle statt ${columns}: Sie sieht nach einer Anmerkung unter der Tabelle aus.`
  ],
  [
    /^The line has (\d+) cells, and the first names (\d+) columns: /u,
    (cells, columns) =>
      `Die Zeile hat ${cells} Zellen, und die erste nennt ${columns} Spalten: Eine Zelle mit dem Trennzeichen darin braucht Anführungszeichen.`
  ],
  [
    /^The line lacks the column id, /u,
    () =>
      "Der Zeile fehlt die Spalte id, an der der Eintrag zu erkennen ist. Laden Sie die Liste neu herunter."
  ],
  [
    /^The file is not in UTF-8\. Say which encoding it has, or save it as UTF-8: (.+)\.$/u,
    (readings) =>
      `Die Datei ist nicht in UTF-8. Wählen Sie ihre Zeichencodierung, oder speichern Sie sie als UTF-8: ${readings}.`
  ],
  [
    /^The file can't be read/u,
    () =>
      "Die Datei ist nicht als CSV lesbar. Öffnen Sie sie in einer Tabellenkalkulation und speichern Sie sie als CSV."
  ],
  [
    /^The file has (\d+) columns, and may have (\d+)/u,
    (count, most) => `Die Datei hat ${count} Spalten, ${most} sind möglich. Exportieren Sie weniger Felder.`
  ]
]
