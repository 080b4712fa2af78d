/** What a call changed, in plain words: from the audit log, or from the answer of a dry run. */
import type { DryRun } from "../../../schema/DryRun.ts"
import * as AuditText from "../../../src/audit/rules/AuditText.ts"
import type { Reply, Service } from "./Service.ts"

const maxLines = 12

const cut = (lines: ReadonlyArray<string>) =>
  lines.length <= maxLines ? lines : [...lines.slice(0, maxLines), `and ${lines.length - maxLines} more`]

/** Of the entry that a request wrote to the audit log; a read writes none. */
export const ofRequest = async (service: Service, requestId: string): Promise<ReadonlyArray<string>> => {
  const { body, status } = await service.rest("GET", `/v1/audit?requestId=${encodeURIComponent(requestId)}`)
  if (status !== 200) return ["what changed is told to keys of admins only"]
  const told = body.data
    .filter(({ outcome }: any) => outcome === "ok")
    .flatMap((entry: any) => AuditText.changes(entry)) as ReturnType<typeof AuditText.changes>
  return cut(told.map(({ lines, title }) => (lines.length === 0 ? title : `${title}: ${lines.join("; ")}`)))
}

/** Of a dry run. */
export const ofDryRun = ({ body }: Reply): ReadonlyArray<string> => {
  const { changes = [], webhooks = [] } = (body?.dryRun ?? {}) as Partial<DryRun["dryRun"]>
  return cut([
    ...changes.map(
      ({ change, count, fields, resource }) =>
        `${count === 1 ? resource : `${count} ${resource}s`} would be ${change}${fields === undefined || fields.length === 0 ? "" : `: ${fields.join(", ")}`}`
    ),
    ...webhooks.map(({ count, event }) => `${event} would be sent${count === 1 ? "" : ` ${count} times`}`)
  ])
}

/** Tells of the events that were captured since it was asked last. */
export const captured = async (service: Service) => {
  const seen = new Set<string>()
  const look = async (): Promise<ReadonlyArray<string>> => {
    const events: Array<string> = []
    const webhooks = (await service.rest("GET", "/v1/webhooks?limit=100")).body?.data ?? []
    for (const { id, label, urlFingerprint } of webhooks) {
      const { body } = await service.rest("GET", `/v1/webhooks/${id}/deliveries?limit=100`)
      for (const delivery of (body?.data ?? []).toReversed()) {
        if (delivery.status !== "captured" || seen.has(delivery.id)) continue
        seen.add(delivery.id)
        events.push(`${delivery.event} for ${label ?? `…${urlFingerprint}`}`)
      }
    }
    return events
  }
  await look()
  return look
}
