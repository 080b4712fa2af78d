/** Removes the marks around untrusted text, which are for models (UntrustedText.ts). */
export function withoutMarks(report: unknown): unknown {
  return JSON.parse(JSON.stringify(report).replace(/<\/?untrusted-[0-9a-f]{8}>/gu, ""))
}
