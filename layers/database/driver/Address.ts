/** The address and user of a session: a URI in libpq's format (PostgreSQL, section 32.1.1.2). */
import { Redacted } from "effect"

export interface Address {
  readonly target: { readonly host: string; readonly port: number } | { readonly path: string }
  /** Host name that the certificate must match; undefined for a Unix socket. */
  readonly host: string | undefined
  readonly tls: "never" | "preferred" | "required"
  readonly user: string
  readonly password: Redacted.Redacted | undefined
  readonly database: string | undefined
  /** Command-line options for the session, from the URI. */
  readonly options: string | undefined
}

const tlsModes = new Map<string, Address["tls"]>([
  ["disable", "never"],
  ["allow", "preferred"],
  ["prefer", "preferred"],
  ["require", "required"],
  ["verify-ca", "required"],
  ["verify-full", "required"]
])

const portOf = (text: string): number => {
  const port = Number(text)
  if (Number.isInteger(port) && port > 0 && port <= 65_535) return port
  throw new Error(`The port "${text}" is not valid`)
}

/** Throws if the URI is invalid. */
export const parse = (uri: Redacted.Redacted): Address => {
  const url = new URL(Redacted.value(uri))
  if (!["postgres:", "postgresql:"].includes(url.protocol)) {
    throw new Error(`The protocol "${url.protocol}" is not postgres:`)
  }
  const parameters = url.searchParams
  const mode = parameters.get("sslmode") ?? "disable"
  const tls = tlsModes.get(mode)
  if (tls === undefined) throw new Error(`The sslmode "${mode}" is not known`)
  const host =
    (parameters.get("host") ?? decodeURIComponent(url.hostname).replace(/^\[|\]$/gu, "")) || "localhost"
  const port = portOf(parameters.get("port") ?? (url.port || "5432"))
  const user =
    (parameters.get("user") ?? decodeURIComponent(url.username)) ||
    process.env["USER"] ||
    process.env["USERNAME"]
  if (user === undefined) throw new Error("No user name is given")
  const password = parameters.get("password") ?? decodeURIComponent(url.password)
  const isSocket = host.startsWith("/")
  return {
    target: isSocket ? { path: `${host}/.s.PGSQL.${port}` } : { host, port },
    host: isSocket ? undefined : host,
    tls,
    user,
    password: password === "" ? undefined : Redacted.make(password),
    database: (parameters.get("dbname") ?? decodeURIComponent(url.pathname.slice(1))) || undefined,
    options: parameters.get("options") ?? undefined
  }
}
