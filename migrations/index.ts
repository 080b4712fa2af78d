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

export const migrations = {
  "0001_pipeline": pipeline,
  "0002_leads": leads,
  "0003_files": files,
  "0004_jobs": jobs,
  "0005_webhooks": webhooks,
  "0006_templates": templates,
  "0007_oauth": oauth,
  "0008_lanes": lanes,
  "0009_usage": usage
}
