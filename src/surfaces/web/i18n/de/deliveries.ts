/** The outcomes of webhook deliveries, in German. The service stores these sentences in English. */
import type { Phrases } from "../Translation.ts"

const reasons: Phrases = [
  [
    /^The URL leads to an address that is not public\.$/u,
    () => "Die URL führt zu keiner öffentlichen Adresse."
  ],
  [/^The host name of the URL has no address\.$/u, () => "Der Rechnername der URL hat keine Adresse."],
  [
    /^The receiver did not accept the connection\.$/u,
    () => "Der Empfänger hat die Verbindung nicht angenommen."
  ],
  [
    /^The receiver's TLS certificate or handshake was not accepted\.$/u,
    () => "Das TLS-Zertifikat des Empfängers oder seine Aushandlung wurde nicht akzeptiert."
  ],
  [
    /^The receiver did not answer within (\d+) s\.$/u,
    (seconds) => `Der Empfänger hat nicht binnen ${seconds} s geantwortet.`
  ],
  [/^The receiver did not answer in plain HTTP\.$/u, () => "Der Empfänger hat nicht in HTTP geantwortet."],
  [
    /^The receiver closed the connection before/u,
    () => "Der Empfänger hat die Verbindung getrennt, bevor seine Antwort vollständig war."
  ],
  [/^The receiver's response was too large\.$/u, () => "Die Antwort des Empfängers war zu groß."],
  [
    /^The receiver redirected; /u,
    () => "Der Empfänger hat weitergeleitet; Weiterleitungen wird nicht gefolgt."
  ],
  [
    /^The receiver answered (\d+); redirects are not followed\.$/u,
    (status) => `Der Empfänger hat mit ${status} geantwortet; Weiterleitungen wird nicht gefolgt.`
  ],
  [
    /^The receiver answered (\d+) \(gone\)\.$/u,
    (status) => `Der Empfänger hat mit ${status} geantwortet: Diese Adresse gibt es nicht mehr.`
  ],
  [/^The receiver answered (\d+)\.$/u, (status) => `Der Empfänger hat mit ${status} geantwortet.`],
  [
    /^Its address or secret can't be read: /u,
    () =>
      "Adresse oder Signaturschlüssel sind nicht lesbar. Der Betreiber findet den Grund im Protokoll des Dienstes."
  ]
]

const translate = (text: string): string => {
  for (const [pattern, words] of reasons) {
    const found = pattern.exec(text)
    if (found !== null) return words(...found.slice(1))
  }
  return text
}

export const deliveries: Phrases = [
  [
    /^(.+) The subscription was switched off\.$/u,
    (why) => `${translate(why!)} Das Abonnement wurde abgeschaltet.`
  ],
  [
    /^Nothing was delivered for (\d+) days, so the subscription was switched off\. Last: (.+)$/u,
    (days, last) =>
      `Seit ${days} Tagen kam nichts an, deshalb wurde das Abonnement abgeschaltet. Zuletzt: ${translate(last!)}`
  ],
  ...reasons
]
