import { html, type Part } from "../../Html.ts"

export const activity = {
  someone: "Jemand",
  operator: "Der Betreiber",
  visitor: "Ein Besucher",
  job: (id: Part) => html`Der Auftrag ${id}`,
  agentFor: (agent: Part, person: Part) => html`${agent}, für ${person}`,
  key: { some: "mit einem API-Schlüssel", named: (name: Part) => html`mit dem API-Schlüssel „${name}“` },
  app: { some: "über eine verbundene App", named: (name: Part) => html`über die App „${name}“` }
}
