/** What operations are called on pages. */
import * as Api from "../../../contract/Api.ts"
import * as AuditText from "../../../domain/audit/AuditText.ts"

const titles = new Map<string, string>([...Api.all, ...Api.onPages].map(({ id, title }) => [id, title]))

/** `Move a deal` */
export const of = (operation: string): string => titles.get(operation) ?? AuditText.deed(operation)
