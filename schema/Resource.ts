/** Kinds of things that may turn out not to be there. */
const resources = [
  "deal",
  "lead",
  "board",
  "note",
  "webhook",
  "delivery",
  "template",
  "file",
  "form",
  "key",
  "app",
  "member",
  "invitation",
  "approval",
  "credential",
  "rehearsal",
  "view"
] as const

export type Resource = (typeof resources)[number]

export const isResource = (name: unknown): name is Resource => resources.some((known) => known === name)
