/** The texts of a deal's activity and the audit log, in German. */
import type { History } from "../History.ts"

export const history: History = {
  deal: {
    left: "(nicht mehr dabei)",
    fields: {
      name: "den Namen",
      company: "das Unternehmen",
      amountCents: "den Betrag",
      stage: "die Phase",
      ownerId: "die Zuständigkeit",
      labels: "die Labels",
      nextStep: "den nächsten Schritt",
      nextStepAt: "den Zeitpunkt des nächsten Schritts",
      expectedCloseAt: "den erwarteten Abschluss",
      forecastCategory: "die Prognose",
      lostReason: "den Grund des Verlusts",
      externalId: "die externe ID",
      primaryContact: "den Hauptkontakt",
      keyTerms: "die Eckdaten"
    },
    forecast: { committed: "zugesagt", best_case: "bestenfalls", pipeline: "Pipeline" },
    created: (stage) => `hat den Deal ${stage === undefined ? "" : `in ${stage} `}angelegt`,
    moved: (from, to) =>
      `hat ihn ${[from && `von ${from}`, to && `nach ${to}`].filter(Boolean).join(" ")} verschoben`,
    won: "hat den Deal gewonnen",
    dead: (reason) => `hat den Deal als verloren markiert${reason ? `: ${reason}` : ""}`,
    reopened: "hat den Deal wieder geöffnet",
    promoted: "hat den Deal aus einem Lead erstellt",
    merged: (from, to) =>
      to === undefined
        ? `hat ${from ?? "einen Deal"} mit diesem zusammengeführt`
        : `hat den Deal mit ${to} zusammengeführt`,
    usedTemplate: (name) =>
      name === undefined ? "hat eine E-Mail-Vorlage verwendet" : `hat die E-Mail-Vorlage ${name} verwendet`,
    updated: (parts) => `hat ${parts}`,
    changed: (field, before, after) =>
      before === undefined || after === undefined
        ? `${field} geändert`
        : `${field} von ${before} auf ${after} geändert`,
    cleared: (field) => `${field} geleert`,
    set: (field, after) => `${field} auf ${after} gesetzt`
  },
  record: {
    nothing: "nichts",
    yes: "ja",
    no: "nein",
    moreFields: (count) => `und ${count} weitere Felder`,
    fields: {
      amountCents: "Betrag",
      boardId: "Board",
      color: "Farbe",
      company: "Unternehmen",
      contentText: "Text",
      currency: "Währung",
      email: "E-Mail",
      expectedCloseAt: "erwarteter Abschluss",
      externalId: "externe ID",
      forecastCategory: "Prognose",
      keyTerms: "Eckdaten",
      labels: "Labels",
      lostReason: "Grund des Verlusts",
      message: "Nachricht",
      name: "Name",
      nextStep: "nächster Schritt",
      nextStepAt: "Zeitpunkt des nächsten Schritts",
      ownerId: "Zuständig",
      position: "Position",
      primaryContactEmail: "E-Mail des Hauptkontakts",
      primaryContactName: "Name des Hauptkontakts",
      probability: "Wahrscheinlichkeit",
      role: "Rolle",
      stageEnteredAt: "in der Phase seit",
      stageId: "Phase",
      subject: "Betreff",
      triageStatus: "Status",
      urlFingerprint: "URL endet auf",
      urlOrigin: "sendet an",
      userId: "Person"
    },
    resources: {
      deal: "Deal",
      note: "Notiz",
      lead: "Lead",
      lead_history: "Verlauf des Leads",
      board: "Board",
      stage: "Phase",
      template: "Vorlage",
      template_use: "Verwendung einer Vorlage",
      saved_view: "Gespeicherte Ansicht",
      calendar: "Kalenderadresse",
      webhook: "Webhook",
      form: "Kontaktseite",
      inbound_address: "E-Mail-Adresse",
      rehearsal: "Probe",
      api_key: "API-Schlüssel",
      app: "Verbundene App",
      member: "Mitglied",
      invitation: "Einladung",
      workspace: "Arbeitsbereich",
      approval: "Freigabe",
      rules: "Regeln"
    },
    title: (resource, verb, count) => {
      const did = { made: "angelegt", removed: "entfernt", changed: "geändert" }[verb]
      return `${resource}${count === undefined ? "" : ` (${count} Stück)`} ${did}`
    }
  }
}
