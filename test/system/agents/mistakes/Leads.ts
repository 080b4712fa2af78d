/** Leads: triage, intake, enrichment. */
import type { Refused, Taken } from "../Mistake.ts"

const enrich = (enrichment: unknown) => ({ id: "Mia Chen", enrichment })

export const refused: ReadonlyArray<Refused> = [
  {
    what: "junk made new again",
    tool: "triage_lead",
    args: ({ junk }) => ({ id: junk, triageStatus: "new" }),
    says: ["junk", "promote_lead"]
  },
  { what: "a lead of nothing", tool: "create_lead", args: {}, says: ["workEmail", "companyName", "message"] },
  {
    what: "an address in words",
    tool: "create_lead",
    args: { workEmail: "mia at globex" },
    says: ["workEmail", "email address"]
  },
  {
    what: "a score of 850",
    tool: "patch_lead_enrichment",
    args: enrich({ score: 850 }),
    says: ["enrichment.score", "100"]
  },
  {
    what: "a score as text",
    tool: "patch_lead_enrichment",
    args: enrich({ score: "85/100" }),
    says: ["enrichment.score", "number"]
  },
  {
    what: "status done",
    tool: "patch_lead_enrichment",
    args: enrich({ status: "done" }),
    says: ["enrichment.status", '"complete"']
  },
  {
    what: "a profile without https",
    tool: "patch_lead_enrichment",
    args: enrich({ contact: { linkedin: "linkedin.com/in/mia" } }),
    says: ["enrichment.contact.linkedin", "https://"]
  },
  {
    what: "a key of its own in contact",
    tool: "patch_lead_enrichment",
    args: enrich({ contact: { role: "CTO" } }),
    says: ["enrichment.contact.role", /title/u]
  },
  {
    what: "a file as a screenshot",
    tool: "patch_lead_enrichment",
    args: enrich({ screenshot: "/tmp/site.png" }),
    says: ["enrichment.screenshot", "https"]
  }
]

export const taken: ReadonlyArray<Taken> = [
  {
    what: "a lead promoted twice",
    as: "the deal that it became the first time",
    tool: "promote_lead",
    args: { id: "Hal Iwo" },
    after: async (agent) => {
      await agent.call("create_lead", { firstName: "Hal", lastName: "Iwo" })
      await agent.call("promote_lead", { id: "Hal Iwo", dealName: "First" })
    },
    holds: async ({ dealId }, { rest }) =>
      (await rest("GET", `/v1/deals/${dealId}`)).name === "First" &&
      (await rest("GET", "/v1/deals?q=Hal")).data.length === 0
  },
  {
    what: "a common key misspelt",
    as: "kept as a key of the agent's own; the answer asks whether verdict was meant",
    tool: "patch_lead_enrichment",
    args: enrich({ verdit: "Good" }),
    holds: ({ notice }) => notice.includes("verdict")
  }
]
