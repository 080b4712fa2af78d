/** A parsed email. */

export interface Mailbox {
  readonly name: string
  readonly address: string
}

/** A file attached to a message. */
export interface Attached {
  /** Null for a part without a file name. */
  readonly name: string | null
  readonly type: string
  /** In bytes; null if too much of it was cut to know. */
  readonly size: number | null
  /** A digest of its content, for comparing messages. */
  readonly digest: string
}

export interface Mail {
  readonly from: Mailbox
  readonly replyTo: ReadonlyArray<Mailbox>
  readonly cc: ReadonlyArray<Mailbox>
  /** The author in the headers of a group that replaced From with its own address. */
  readonly original: Mailbox | undefined
  readonly subject: string
  readonly text: string
  /** Header fields by lower-case name, with the first value of each. */
  readonly headers: ReadonlyMap<string, string>
  /** The address in MAIL FROM, if known; empty for mail that must not be replied to. */
  readonly returnPath: string | undefined
  /** Messages attached as a whole, as mail programs do when forwarding. */
  readonly attached: ReadonlyArray<Mail>
  readonly files: ReadonlyArray<Attached>
}
