/** The database's history, in order: numbered, forward only. */
import pipeline from "./0001_pipeline.ts"
import leads from "./0002_leads.ts"
import files from "./0003_files.ts"
import jobs from "./0004_jobs.ts"
import webhooks from "./0005_webhooks.ts"
import templates from "./0006_templates.ts"
import oauth from "./0007_oauth.ts"
import lanes from "./0008_lanes.ts"
import usage from "./0009_usage.ts"
import people from "./0010_people.ts"
import leadHistory from "./0011_lead_history.ts"
import actors from "./0013_actors.ts"
import currencies from "./0014_currencies.ts"
import suspects from "./0015_suspects.ts"
import canary from "./0016_canary.ts"
import words from "./0017_words.ts"
import loops from "./0018_loops.ts"
import changes from "./0019_changes.ts"
import finding from "./0020_finding.ts"
import leadOfDeal from "./0021_lead_of_deal.ts"
import imageUploads from "./0022_image_uploads.ts"
import audit from "./0023_audit.ts"
import keyLimits from "./0026_key_limits.ts"
import deletedBy from "./0027_deleted_by.ts"
import approvals from "./0029_approvals.ts"
import rehearsals from "./0030_rehearsals.ts"
import entryIds from "./0032_entry_ids.ts"

export const migrations = {
  "0001_pipeline": pipeline,
  "0002_leads": leads,
  "0003_files": files,
  "0004_jobs": jobs,
  "0005_webhooks": webhooks,
  "0006_templates": templates,
  "0007_oauth": oauth,
  "0008_lanes": lanes,
  "0009_usage": usage,
  "0010_people": people,
  "0011_lead_history": leadHistory,
  "0013_actors": actors,
  "0014_currencies": currencies,
  "0015_suspects": suspects,
  "0016_canary": canary,
  "0017_words": words,
  "0018_loops": loops,
  "0019_changes": changes,
  "0020_finding": finding,
  "0021_lead_of_deal": leadOfDeal,
  "0022_image_uploads": imageUploads,
  "0023_audit": audit,
  "0026_key_limits": keyLimits,
  "0027_deleted_by": deletedBy,
  "0029_approvals": approvals,
  "0030_rehearsals": rehearsals,
  "0032_entry_ids": entryIds
}
