/** Decides which addresses outbound requests may reach: those that the IANA registries list as globally reachable. */
import { Option, Result } from "effect"
import { IpNetwork, NetAddress } from "effect/net"

export type IpAddress = NetAddress.IpAddress

const networks = (...ranges: ReadonlyArray<string>) => ranges.map(IpNetwork.fromStringUnsafe)

/** The IANA IPv4 special-purpose registry, multicast and reserved ranges, and Azure's host service (168.63.129.16). */
const specialIpv4 = networks(
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "168.63.129.16/32",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.31.196.0/24",
  "192.52.193.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "192.175.48.0/24",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4"
)

/** The only IPv6 range allocated for global unicast. NAT64, local and mapped addresses are outside it. */
const globalIpv6 = IpNetwork.fromStringUnsafe("2000::/3")

/** The IANA IPv6 special-purpose registry within 2000::/3: Teredo, ORCHID, documentation, 6to4, AS112. */
const specialIpv6 = networks(
  "2001::/23",
  "2001:db8::/32",
  "2002::/16",
  "2620:4f:8000::/48",
  "3ffe::/16",
  "3fff::/20"
)

const within = (ranges: ReadonlyArray<IpNetwork.IpNetwork>, address: IpAddress) =>
  ranges.some((range) => IpNetwork.contains(range, address))

/** Converts `::ffff:a.b.c.d` to the IPv4 address in it. */
const unmapped = (address: IpAddress): IpAddress => NetAddress.toCanonical(address)

/** Parses an address as URLs and resolvers write it. Zones (`%eth0`) and short forms are rejected. */
export const parse = (text: string): Option.Option<IpAddress> =>
  Option.map(Result.getSuccess(NetAddress.ipFromString(text)), unmapped)

/** Whether the address (an IPv4-mapped one is converted first) is a host on the public internet. */
export const isGlobalUnicast = (address: IpAddress): boolean => {
  const plain = unmapped(address)
  return NetAddress.isIpv4Address(plain)
    ? !within(specialIpv4, plain)
    : IpNetwork.contains(globalIpv6, plain) && !within(specialIpv6, plain)
}

/** Whether the address (an IPv4-mapped one is converted first) is this machine. */
export const isLoopback = (address: IpAddress): boolean => NetAddress.isLoopback(unmapped(address))

export const format = NetAddress.formatIp

/** Removes port and brackets from `1.2.3.4:5678`, `[::1]:80` and `[::1]`, as proxies write them. */
const bare = (text: string): string =>
  /^\[([^\]]*)\](:\d*)?$/u.exec(text)?.[1] ?? /^([\d.]+):\d*$/u.exec(text)?.[1] ?? text

/** Parses a client's address as a connection or a proxy writes it. */
export const ofClient = (text: string): Option.Option<IpAddress> =>
  parse(bare(text.trim()).replace(/[%/].*$/u, ""))

/** Formats a client's address. Other text is truncated to 64 characters. */
export const clientOf = (text: string): string =>
  Option.match(ofClient(text), { onNone: () => text.trim().slice(0, 64), onSome: format })

/** The network of an address with a prefix of this many bits. Other text is truncated to 64 characters. */
export const prefixOf = (text: string, ipv4: number, ipv6: number): string => {
  const address = Option.getOrUndefined(ofClient(text))
  if (address === undefined) return text.trim().slice(0, 64)
  const bits = NetAddress.isIpv4Address(address) ? ipv4 : ipv6
  return bits === 32 && NetAddress.isIpv4Address(address)
    ? format(address)
    : IpNetwork.format(IpNetwork.fromAddressUnsafe(address, bits))
}

/** The key for rate limits: the IPv4 address, or the /64 network that the IPv6 addresses of one connection share. */
export const networkOf = (text: string): string => prefixOf(text, 32, 64)
