/** Decides which proxies are trusted, and finds the client address of a request behind them. */
import { Option, Result } from "effect"
import { IpNetwork, NetAddress } from "effect/net"
import * as IpAddress from "./IpAddress.ts"

/** The number of proxies that each request passes (0 for none), or their networks. */
export type TrustedProxies = number | ReadonlyArray<IpNetwork.IpNetwork>

export const none: TrustedProxies = 0

const networkOf = (text: string): Option.Option<IpNetwork.IpNetwork> =>
  text.includes("/")
    ? Result.getSuccess(IpNetwork.fromString(text))
    : Option.map(IpAddress.parse(text), (address) =>
        IpNetwork.fromAddressUnsafe(address, NetAddress.isIpv4Address(address) ? 32 : 128)
      )

/** Parses `true`, `false`, a number, or a comma-separated list of addresses and ranges; undefined for other text. */
export const parse = (text: string): TrustedProxies | undefined => {
  const word = text.trim().toLowerCase()
  if (["true", "yes", "on"].includes(word)) return 1
  if (["false", "no", "off"].includes(word)) return none
  if (/^\d{1,2}$/u.test(word)) return Number(word)
  return Option.getOrUndefined(Option.all(word.split(",").map((one) => networkOf(one.trim()))))
}

const isWithin = (networks: ReadonlyArray<IpNetwork.IpNetwork>, text: string) =>
  Option.exists(IpAddress.ofClient(text), (address) =>
    networks.some((network) => IpNetwork.contains(network, address))
  )

/** Whether this peer's forwarding headers are trusted. */
export const isBelieved = (proxies: TrustedProxies, peer: string): boolean =>
  typeof proxies === "number" ? proxies > 0 : isWithin(proxies, peer)

/** More addresses than any chain of proxies has. */
const maxAddresses = 32

/**
 * The client address of a request, as written. Each proxy appends its peer to `X-Forwarded-For`. A client can send the header too, so
 * everything before the address that the first trusted proxy appended is ignored.
 */
export const clientOf = (proxies: TrustedProxies, peer: string, forwarded: string | undefined): string => {
  if (proxies === none || forwarded === undefined) return peer
  const path = [
    ...forwarded
      .split(",")
      .slice(-maxAddresses)
      .map((one) => one.trim()),
    peer
  ]
  const at =
    typeof proxies === "number"
      ? path.length - 1 - proxies
      : path.findLastIndex((address) => !isWithin(proxies, address))
  return path[Math.max(0, at)] || peer
}
