import { html, type Part } from "../../Html.ts"

export const calendar = {
  title: "Nächste Schritte",
  offer: "Kalender",
  about: `Ein Kalenderprogramm kann die nächsten Schritte der offenen Deals anzeigen, jeden an dem Tag, an dem er
    fällig ist: Abonnieren Sie eine geheime Adresse, die nur Ihnen gehört. Wer sie hat, kann diese nächsten
    Schritte lesen, und sonst nichts.`,
  address: "Adresse Ihres Kalenders",
  once: `Fügen Sie sie in Ihrem Kalenderprogramm als Kalender aus dem Internet hinzu („per URL abonnieren“). Sie
    wird nur dieses eine Mal gezeigt: Gespeichert ist nur ihr Hash.`,
  readsMine: "Ihre Adresse zeigt die nächsten Schritte Ihrer Deals.",
  readsAll: "Ihre Adresse zeigt die nächsten Schritte aller Deals.",
  since: (at: Part) => html`Sie wurde am ${at} angelegt.`,
  whose: "Wessen Deals",
  mine: "Meine",
  everyone: "Die von allen",
  make: "Adresse anlegen",
  replace: "Neue Adresse anlegen",
  ends: "Die jetzige Adresse gilt dann nicht mehr.",
  revoke: "Widerrufen",
  thisAddress: "die Adresse",
  revoked: "Kalender, die diese Adresse lesen, bekommen nichts mehr.",
  gone: "Die Adresse ist widerrufen."
}
