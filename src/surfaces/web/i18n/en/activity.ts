import { html, type Part } from "../../Html.ts"

export const activity = {
  someone: "Someone",
  operator: "The operator",
  visitor: "A visitor",
  job: (id: Part) => html`The job ${id}`,
  agentFor: (agent: Part, person: Part) => html`${agent}, for ${person}`,
  key: { some: "with an API key", named: (name: Part) => html`with the API key “${name}”` },
  app: { some: "through a connected app", named: (name: Part) => html`through the app “${name}”` }
}
