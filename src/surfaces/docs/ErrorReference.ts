/** The error codes of an operation: those of its declared types, except codes that can't apply to it. */
import * as Fault from "../../../schema/Fault.ts"
import type { Routed } from "../../contract/Operation.ts"

const onPages = /^$/u
const images = /\benrichment\b/u
const triage = /\btriageStatus\b|^leads\.bulkTriage/u

/** Codes that only few operations have, with a pattern for the operation's id and field names. */
const patternOfCode: Readonly<Partial<Record<Fault.Fault["code"], RegExp>>> = {
  last_admin: onPages,
  already_member: onPages,
  trusted_elsewhere: onPages,
  is_rehearsal: onPages,
  not_a_rehearsal: onPages,
  too_many_rehearsals: onPages,
  upload_used: onPages,
  enrichment_claimed: images,
  enrichment_too_large: images,
  image_fetch_failed: images,
  invalid_image: images,
  promoted_not_settable: triage,
  invalid_triage_transition: triage,
  board_has_no_stages: /^(?:deals\.create|leads\.promote|imports\.deals) /u,
  external_id_taken: /\bexternalId\b|^imports\./u,
  invalid_rule: /^rules\./u,
  invalid_url: /\b(?:url|enrichment)\b/u,
  invalid_owner: /owner|^(?:leads|imports|undo)\./iu,
  invalid_stage: /stage|^(?:leads|imports|webhooks|undo)\./iu,
  invalid_cursor: /\bcursor\b/u
}

/** The resources that a `not_found` may be about: the operation's group, its path, and ids in its input. */
const resourcesOf = ({ http, id, input }: Routed): ReadonlySet<string> => {
  const [group = ""] = id.split(".")
  const ids = Object.keys(input).filter((field) => /_?ids?$/iu.test(field))
  const words = [group, ...http.path.split(/\/:?/u), ...ids]
  return new Set(words.map((word) => word.replace(/_?ids?$/iu, "").replace(/s$/u, "")))
}

export const codesOf = (fault: Routed["faults"][number], operation: Routed): ReadonlyArray<string> => {
  const [codes, resources] = [Fault.codesOf(fault), resourcesOf(operation)]
  if (Fault.typeOf(fault) === "not_found")
    return codes.filter((code) => resources.has(code.replace(/_not_found$/u, "")))
  const text = [operation.id, ...Object.keys(operation.input)].join(" ")
  return codes.filter((code) => patternOfCode[code as Fault.Fault["code"]]?.test(text) ?? true)
}
