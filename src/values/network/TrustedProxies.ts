/** Which proxies in front of the service are believed, and whom a request comes from behind them. */
import { Option, Result } from "effect"
import { IpNetwork, NetAddress } from "effect/net"
import * as IpAddress from "./IpAddress.ts"

/** How many proxies each request passes, 0 for none; or the networks they are in. */
export type TrustedProxies = number | ReadonlyArray<IpNetwork.IpNetwork>

export const none: TrustedProxies = 0

const networkOf = (text: string): Option.Option<IpNetwork.IpNetwork> =>
  text.includes("/")
    ? Result.getSuccess(IpNetwork.fromString(text))
    : Option.map(IpAddress.parse(text), (address) =>
        IpNetwork.fromAddressUnsafe(address, NetAddress.isIpv4Address(address) ? 32 : 128)
      )

/** Reads `true`, `false`, a number, or addresses and ranges separated by commas; undefined for anything else. */
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

/** Whether what this peer says of the request it passes on is believed. */
export const isBelieved = (proxies: TrustedProxies, peer: string): boolean =>
  typeof proxies === "number" ? proxies > 0 : isWithin(proxies, peer)

/** More addresses than any chain of proxies has. */
const longest = 32

/**
 * The address a request came from, as written. Each proxy adds its peer at the end of `X-Forwarded-For`, and a client can send
 * the header too: what stands left of the first address that no trusted proxy wrote is anybody's word.
 */
export const clientOf = (proxies: TrustedProxies, peer: string, forwarded: string | undefined): string => {
  if (proxies === none || forwarded === undefined) return peer
  const path = [
    ...forwarded
      .split(",")
      .slice(-longest)
      .map((one) => one.trim()),
    peer
  ]
  const at =
    typeof proxies === "number"
      ? path.length - 1 - proxies
      : path.findLastIndex((address) => !isWithin(proxies, address))
  return path[Math.max(0, at)] || peer
}
