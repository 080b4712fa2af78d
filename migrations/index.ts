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
import workspaceStates from "./0034_workspace_states.ts"
import externalIds from "./0036_external_ids.ts"
import deliveryTraces from "./0038_delivery_traces.ts"
import sessionOrigins from "./0039_session_origins.ts"
import identities from "./0040_identities.ts"
import redactions from "./0041_redactions.ts"
import secondFactors from "./0042_second_factors.ts"
import passkeys from "./0043_passkeys.ts"
import importUploads from "./0044_import_uploads.ts"
import partitions from "./0045_partitions.ts"
import calendars from "./0067_calendars.ts"
import savedViews from "./0066_saved_views.ts"
import readers from "./0061_readers.ts"
import nextSteps from "./0063_next_steps.ts"
import orderedSearch from "./0064_ordered_search.ts"
import timeZones from "./0069_time_zones.ts"
import pendingTexts from "./0070_pending_texts.ts"
import sparseSample from "./0071_sparse_sample.ts"
import searchOrder from "./0072_search_order.ts"
import auditHeads from "./0073_audit_heads.ts"
import amountOrder from "./0074_amount_order.ts"
import searchSigns from "./0078_search_signs.ts"

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
  "0032_entry_ids": entryIds,
  "0034_workspace_states": workspaceStates,
  "0036_external_ids": externalIds,
  "0038_delivery_traces": deliveryTraces,
  "0039_session_origins": sessionOrigins,
  "0040_identities": identities,
  "0041_redactions": redactions,
  "0042_second_factors": secondFactors,
  "0043_passkeys": passkeys,
  "0044_import_uploads": importUploads,
  "0045_partitions": partitions,
  "0061_readers": readers,
  "0063_next_steps": nextSteps,
  "0064_ordered_search": orderedSearch,
  "0066_saved_views": savedViews,
  "0067_calendars": calendars,
  "0069_time_zones": timeZones,
  "0070_pending_texts": pendingTexts,
  "0071_sparse_sample": sparseSample,
  "0072_search_order": searchOrder,
  "0073_audit_heads": auditHeads,
  "0074_amount_order": amountOrder,
  "0078_search_signs": searchSigns
}

type Name = keyof typeof migrations

/** Versions before the first that read this refuse every schema newer than theirs. */
type Before = `00${0 | 1 | 2}${number}_${string}` | `003${0 | 1 | 2}_${string}`

/**
 * For each later migration, the oldest migration that code must know to run on a database with it. A migration that
 * older code can't tell from none (a new table, a column with a default, an index) names the one before all work on it;
 * one that older code can't live with (a renamed or dropped column, a new rule for rows) names itself, and first comes in
 * the release after the one whose code no longer needs what it removes.
 */
export const worksFrom = {
  "0034_workspace_states": "0032_entry_ids",
  "0036_external_ids": "0032_entry_ids",
  "0038_delivery_traces": "0032_entry_ids",
  "0039_session_origins": "0032_entry_ids",
  "0040_identities": "0032_entry_ids",
  "0041_redactions": "0032_entry_ids",
  "0042_second_factors": "0032_entry_ids",
  "0043_passkeys": "0032_entry_ids",
  "0044_import_uploads": "0032_entry_ids",
  "0045_partitions": "0032_entry_ids",
  "0061_readers": "0032_entry_ids",
  "0063_next_steps": "0032_entry_ids",
  "0064_ordered_search": "0032_entry_ids",
  "0066_saved_views": "0032_entry_ids",
  "0067_calendars": "0032_entry_ids",
  "0069_time_zones": "0032_entry_ids",
  "0070_pending_texts": "0032_entry_ids",
  "0071_sparse_sample": "0032_entry_ids",
  "0072_search_order": "0032_entry_ids",
  "0073_audit_heads": "0032_entry_ids",
  "0074_amount_order": "0032_entry_ids",
  "0078_search_signs": "0032_entry_ids"
} satisfies Record<Exclude<Name, Before>, Name>
