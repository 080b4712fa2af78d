/** An email as it was read. */

export interface Mailbox {
  readonly name: string
  readonly address: string
}

/** A file that came with a message. */
export interface Attached {
  /** Null for a part without a file name. */
  readonly name: string | null
  readonly type: string
  /** In bytes; null if too much of it was left out to know. */
  readonly size: number | null
  /** A digest of its content, for comparing messages. */
  readonly digest: string
}

export interface Mail {
  readonly from: Mailbox
  readonly replyTo: ReadonlyArray<Mailbox>
  readonly cc: ReadonlyArray<Mailbox>
  /** The author, as named by a group that replaced From with its own address. */
  readonly original: Mailbox | undefined
  readonly subject: string
  readonly text: string
  /** Header fields by lower-case name; the first of each name. */
  readonly headers: ReadonlyMap<string, string>
  /** The address of MAIL FROM, if known; empty for mail that must not be answered. */
  readonly returnPath: string | undefined
  /** Messages attached as a whole, as mail programs do when forwarding. */
  readonly attached: ReadonlyArray<Mail>
  readonly files: ReadonlyArray<Attached>
}
