import { Data, type PlatformError } from "effect"

/** The message is one line for the operator and says what to do next. */
export class BackupError extends Data.TaggedError("BackupError")<{
  readonly code: string
  readonly message: string
  readonly cause?: unknown
}> {}

/** The file differs from what was written. `what` names the damaged part. */
export const damaged = (what: string, cause?: unknown) =>
  new BackupError({
    code: "backup_damaged",
    message: `The backup is damaged: ${what}. Take another one (admin backup list).`,
    cause
  })

const hints: Readonly<Record<string, string>> = {
  ENOSPC: "there is no room left on the disk",
  EDQUOT: "the quota of the disk is used up",
  EACCES: "this user may not",
  EPERM: "this user may not",
  EROFS: "the file system is read-only",
  ENOENT: "there is no such file or directory",
  ENOTDIR: "a part of the path is not a directory",
  EISDIR: "it is a directory",
  EEXIST: "it exists already"
}

/** Describes a file-system error in plain words. */
export const ofFile =
  (what: string) =>
  (cause: PlatformError.PlatformError): BackupError => {
    const { code } = (cause.reason.cause ?? {}) as { readonly code?: string }
    const why = hints[code ?? ""] ?? code ?? cause.reason._tag
    return new BackupError({ code: "backup_files", message: `${what}: ${why}.`, cause })
  }
