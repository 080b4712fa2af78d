/** One address, or a network in CIDR notation, that a client's address may be in. */
import { Option, Result } from "effect"
import { IpNetwork, NetAddress } from "effect/net"
import * as IpAddress from "./IpAddress.ts"

export type IpRange = IpNetwork.IpNetwork

const bitsOf = (address: NetAddress.IpAddress) => (NetAddress.isIpv4Address(address) ? 32 : 128)

/** Bits of an IPv6 address before the IPv4 address that it carries. */
const mappedBits = 96

/** `10.0.0.7/8` is 10.0.0.0/8, and `::ffff:10.0.0.0/104` as well. */
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

/** A single address without its prefix. */
export const format = (range: IpRange): string =>
  range.prefixLength === bitsOf(range.address) ? IpAddress.format(range.address) : IpNetwork.format(range)

/** Whether a client's address is in one of them; text that is no address is in none. */
export const holds = (ranges: ReadonlyArray<IpRange>, client: string): boolean => {
  const address = IpAddress.ofClient(client)
  return Option.isSome(address) && ranges.some((range) => IpNetwork.contains(range, address.value))
}
