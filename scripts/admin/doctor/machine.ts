/** The doctor's checks of this machine: Node, the data directory, the certificate. */
import { Effect } from "effect"
import { createPrivateKey, X509Certificate } from "node:crypto"
import { accessSync, constants, existsSync, readFileSync, statfsSync, statSync } from "node:fs"
import * as Loopback from "../../../src/shared/network/Loopback.ts"
import type { Settings } from "../../../layers/settings/Settings.ts"
import * as TrustedProxies from "../../../src/shared/network/TrustedProxies.ts"
import { fail, type Finding, ok, warn } from "./Finding.ts"

type Config = Settings["Service"]

/** The minimum version for @effect/platform-node. */
const oldestNode = [22, 19] as const

export const node = (): Finding => {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
  const fits = major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])
  const says = `Node ${process.versions.node}`
  return fits
    ? ok("node", says)
    : fail(
        "node",
        `${says} is too old`,
        `Run it with Node ${oldestNode.join(".")} or later, as npm start does.`
      )
}

const gib = (bytes: number) => `${(bytes / 2 ** 30).toFixed(1)} GiB`

const space = (dataDir: string): Finding => {
  const { bavail, blocks, bsize } = statfsSync(dataDir)
  const [free, share] = [bavail * bsize, bavail / Math.max(1, blocks)]
  const says = `${gib(free)} free (${Math.round(share * 100)} %) at ${dataDir}`
  const todo = "Free space, or move DATA_DIR to a larger disk: PostgreSQL stops when its disk is full."
  if (free < 2 ** 30) return fail("disk", says, todo)
  return share < 0.1 ? warn("disk", says, todo) : ok("disk", says)
}

export const dataDir = ({ dataDir: path }: Config): ReadonlyArray<Finding> => {
  if (!existsSync(path)) {
    return [
      warn(
        "data directory",
        `${path} does not exist yet`,
        "Start the service, which makes it, or set DATA_DIR."
      )
    ]
  }
  accessSync(path, constants.R_OK | constants.W_OK)
  const { mode, uid } = statSync(path)
  const isOpen = (mode & 0o077) !== 0 && process.platform !== "win32"
  const own = process.getuid?.()
  const todo = `chmod 700 ${path}`
  const first = isOpen
    ? warn("data directory", `${path} is open to other users of this machine`, todo)
    : ok("data directory", `${path} can be written to, and is closed to others`)
  const owner =
    own !== undefined && own !== 0 && own !== uid
      ? [
          warn(
            "data directory",
            `${path} belongs to another user (${uid})`,
            `Run the service as its owner, or chown -R it.`
          )
        ]
      : []
  return [first, ...owner, space(path)]
}

const day = 86_400_000

export const certificate = ({ baseUrl, tlsCert, tlsKey }: Config, now: number): ReadonlyArray<Finding> => {
  if (tlsCert === undefined && tlsKey === undefined) return []
  if (tlsCert === undefined || tlsKey === undefined) {
    return [fail("certificate", "only one of TLS_CERT and TLS_KEY is set", "Set both, or neither.")]
  }
  const certificate = new X509Certificate(readFileSync(tlsCert))
  const todo = "Renew it, and restart the service."
  const days = Math.floor((Date.parse(certificate.validTo) - now) / day)
  const host = baseUrl === undefined ? undefined : new URL(baseUrl).hostname
  const fits = certificate.checkPrivateKey(createPrivateKey(readFileSync(tlsKey)))
  return [
    fits
      ? ok("certificate", "TLS_KEY is its key")
      : fail("certificate", "TLS_KEY is not the key of TLS_CERT", "Set the pair that was issued together."),
    days < 0
      ? fail("certificate", `expired ${-days} days ago`, todo)
      : days < 21
        ? warn("certificate", `expires in ${days} days`, todo)
        : ok("certificate", `valid for ${days} more days`),
    ...(host === undefined ||
    certificate.checkHost(host) !== undefined ||
    certificate.checkIP(host) !== undefined
      ? []
      : [fail("certificate", `does not name ${host}, the host of BASE_URL`, "Get one that names it.")])
  ]
}

/** Checks settings that depend on each other. */
export const address = ({ baseUrl, host, tlsCert, trustProxy }: Config): ReadonlyArray<Finding> => {
  const isProxied = trustProxy !== TrustedProxies.none
  const isPlain = tlsCert === undefined && !isProxied
  if (!Loopback.has(host) && isPlain) {
    return [
      fail(
        "address",
        `HOST ${host} is reachable from outside without TLS, so the service does not start`,
        "Set TLS_CERT and TLS_KEY, or TRUST_PROXY behind a proxy that terminates TLS."
      )
    ]
  }
  if (baseUrl === undefined) {
    return Loopback.has(host)
      ? [ok("address", "BASE_URL is not set: only this machine uses the service")]
      : [warn("address", "BASE_URL is not set", "Set it to the address that users reach the service at.")]
  }
  const { hostname, protocol } = new URL(baseUrl)
  if (protocol === "http:" && !Loopback.has(hostname)) {
    return [
      warn("address", `BASE_URL ${baseUrl} is not https`, "Use TLS, and set BASE_URL to the https address.")
    ]
  }
  return protocol === "https:" && isPlain
    ? [
        warn(
          "address",
          "BASE_URL is https, but the service neither speaks TLS nor trusts a proxy: all callers count as one address",
          "Set TRUST_PROXY=true if a proxy terminates TLS."
        )
      ]
    : [ok("address", `BASE_URL is ${baseUrl}`)]
}

/** Wraps a check that throws; `within` turns the error into a finding. */
export const look = <A>(check: () => A) => Effect.try({ try: check, catch: (error) => error })
