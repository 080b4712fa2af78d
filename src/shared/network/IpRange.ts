/** An address, or a network in CIDR notation, for matching client addresses. */
import { Option, Result } from "effect"
import { IpNetwork, NetAddress } from "effect/net"
import * as IpAddress from "./IpAddress.ts"

export type IpRange = IpNetwork.IpNetwork

const bitsOf = (address: NetAddress.IpAddress) => (NetAddress.isIpv4Address(address) ? 32 : 128)

/** The number of bits before the IPv4 address in a mapped IPv6 address. */
const mappedBits = 96

/** Parses `10.0.0.7/8` and `::ffff:10.0.0.0/104` as 10.0.0.0/8. */
export const parse = (text: string): Option.Option<IpRange> => {
  const [, host = "", bits] = /^([^/]+)(?:\/(0|[1-9]\d{0,2}))?$/u.exec(text.trim()) ?? []
  const written = Result.getSuccess(NetAddress.ipFromString(host))
  if (Option.isNone(written)) return Option.none()
  const address = NetAddress.toCanonical(written.value)
  const most = bitsOf(written.value)
  const asked = bits === undefined ? most : Number(bits)
  const prefix = asked - (most > bitsOf(address) ? mappedBits : 0)
  return asked > most || prefix < 0
    ? Option.none()
    : Option.some(IpNetwork.fromAddressUnsafe(address, prefix))
}

/** Formats a range. A single address has no prefix length. */
export const format = (range: IpRange): string =>
  range.prefixLength === bitsOf(range.address) ? IpAddress.format(range.address) : IpNetwork.format(range)

/** Whether a client's address is in one of the ranges. False for text that isn't an address. */
export const holds = (ranges: ReadonlyArray<IpRange>, client: string): boolean => {
  const address = IpAddress.ofClient(client)
  return Option.isSome(address) && ranges.some((range) => IpNetwork.contains(range, address.value))
}
