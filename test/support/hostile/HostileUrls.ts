/** Addresses that no outbound call may reach, in every spelling an attacker might use. */

interface HostileUrl {
  readonly why: string
  readonly url: string
}

const at = (why: string, ...urls: ReadonlyArray<string>): ReadonlyArray<HostileUrl> =>
  urls.map((url) => ({ why, url }))

/** Refused by their text, with `invalid_url`, before any name is resolved. */
export const hostileUrls: ReadonlyArray<HostileUrl> = [
  ...at("plain http", "http://example.com/a.png", "http://93.184.216.34/a.png"),
  ...at(
    "another scheme",
    "ftp://example.com/a.png",
    "file:///etc/passwd",
    "gopher://example.com/",
    "data:image/png;base64,iVBORw0KGgo=",
    "javascript:alert(1)",
    "blob:https://example.com/1",
    "ws://example.com/"
  ),
  ...at(
    "credentials",
    "https://user:secret@example.com/",
    "https://user@example.com/",
    "https://:x@example.com/"
  ),
  ...at("no host", "https://", "https:///", "https://:443/"),
  ...at("no URL", "", "example.com/a.png", "//example.com/a.png", "https://exa mple.com/", "https://[::1/"),
  ...at("too long", `https://example.com/${"a".repeat(2000)}`),
  ...at("loopback", "https://127.0.0.1/", "https://127.255.255.254/", "https://[::1]/", "https://127.1/"),
  ...at("a decimal host", "https://2130706433/", "https://2852039166/"),
  ...at("an octal host", "https://0177.0.0.1/", "https://017700000001/"),
  ...at("a hex host", "https://0x7f.0.0.1/", "https://0x7f000001/", "https://0xa9fea9fe/latest/"),
  ...at("full-width digits", "https://１２７.０.０.１/", "https://①②⑦.⓪.⓪.①/"),
  ...at("an escaped host", "https://%31%32%37.0.0.1/", "https://localhos%74/"),
  ...at(
    "control characters",
    "https://example.com/\n",
    "https://exam\tple.com/",
    "https://example.com/\u0000"
  ),
  ...at("a backslash", "https:\\\\127.0.0.1\\a.png", "https://127.0.0.1\\@example.com/"),
  ...at("this network", "https://0.0.0.0/", "https://0.1.2.3/", "https://0/"),
  ...at(
    "private",
    "https://10.0.0.1/",
    "https://172.16.0.1/",
    "https://172.31.255.255/",
    "https://192.168.1.1/router.png"
  ),
  ...at("link-local and metadata", "https://169.254.0.1/", "https://169.254.169.254/latest/meta-data/"),
  ...at("carrier-grade NAT", "https://100.64.0.1/", "https://100.100.100.200/latest/meta-data/"),
  ...at("a cloud's in-host service", "https://168.63.129.16/", "https://192.0.0.192/"),
  ...at(
    "documentation, benchmarking, protocol space",
    "https://192.0.2.1/",
    "https://198.51.100.1/",
    "https://203.0.113.1/",
    "https://198.18.0.1/",
    "https://192.0.0.8/",
    "https://192.88.99.1/"
  ),
  ...at(
    "multicast, reserved, broadcast",
    "https://224.0.0.1/",
    "https://240.0.0.1/",
    "https://255.255.255.255/"
  ),
  ...at(
    "IPv4-mapped IPv6",
    "https://[::ffff:127.0.0.1]/",
    "https://[::ffff:a9fe:a9fe]/",
    "https://[0:0:0:0:0:ffff:10.0.0.1]/"
  ),
  ...at("IPv4-compatible and translated IPv6", "https://[::127.0.0.1]/", "https://[::ffff:0:127.0.0.1]/"),
  ...at("NAT64", "https://[64:ff9b::127.0.0.1]/", "https://[64:ff9b::a9fe:a9fe]/", "https://[64:ff9b:1::1]/"),
  ...at("6to4", "https://[2002:7f00:1::]/", "https://[2002:a9fe:a9fe::1]/"),
  ...at("Teredo", "https://[2001:0:53aa:64c:0:0:80ff:fffe]/"),
  ...at(
    "local IPv6",
    "https://[::]/",
    "https://[fe80::1]/",
    "https://[fec0::1]/",
    "https://[fc00::1]/",
    "https://[fd00:ec2::254]/latest/meta-data/",
    "https://[ff02::1]/"
  ),
  ...at(
    "special IPv6",
    "https://[2001:db8::1]/",
    "https://[3fff::1]/",
    "https://[100::1]/",
    "https://[5f00::1]/"
  ),
  ...at(
    "a local name",
    "https://localhost/",
    "https://LOCALHOST./",
    "https://api.localhost/",
    "https://printer.local/",
    "https://metadata.google.internal/computeMetadata/v1/",
    "https://router.home.arpa/",
    "https://intranet/",
    "https://redis:6379/"
  )
]

interface HostileName extends HostileUrl {
  /** The results of each look-up in turn; the last result repeats. */
  readonly answers: ReadonlyArray<ReadonlyArray<string>>
}

const named = (why: string, name: string, ...answers: ReadonlyArray<ReadonlyArray<string>>): HostileName => ({
  why,
  url: `https://${name}.public.example/a.png`,
  answers
})

/** Public-looking names that resolve to private addresses: refused at the first look-up. */
export const hostileNames: ReadonlyArray<HostileName> = [
  named("a name for loopback", "loopback", ["127.0.0.1"]),
  named("a name for IPv6 loopback", "loopback6", ["::1"]),
  named("a name for a private host", "private", ["192.168.0.10"]),
  named("a name for the metadata service", "metadata", ["169.254.169.254"]),
  named("a name for a mapped address", "mapped", ["::ffff:10.0.0.1"]),
  named("a name for a NAT64 address", "nat64", ["64:ff9b::7f00:1"]),
  named("a name for a 6to4 address", "sixtofour", ["2002:7f00:1::1"]),
  named("a name for a unique local address", "ula", ["fd12:3456::1"]),
  named("public first, private second", "mixed", ["93.184.216.34", "10.0.0.1"]),
  named("private first, public second", "mixed2", ["10.0.0.1", "93.184.216.34"]),
  named("public IPv4, private IPv6", "mixed6", ["93.184.216.34", "fd00::1"])
]

/** Public at one look-up and private at the next (DNS rebinding): the vetted address is the one called. */
export const rebindingNames: ReadonlyArray<HostileName> = [
  named("public, then loopback", "rebind", ["93.184.216.34"], ["127.0.0.1"]),
  named("public, then metadata", "rebind2", ["93.184.216.34"], ["169.254.169.254"])
]

/** Redirect targets that a public host may try. */
export const hostileRedirects: ReadonlyArray<HostileUrl> = [
  ...at("loopback", "https://127.0.0.1/", "https://[::1]/", "https://2130706433/"),
  ...at("metadata", "https://169.254.169.254/latest/meta-data/", "http://169.254.169.254/"),
  ...at("plain http", "http://images.public.example/ok.png"),
  ...at("another scheme", "file:///etc/passwd", "data:image/png;base64,iVBORw0KGgo="),
  ...at("credentials", "https://a:b@images.public.example/ok.png"),
  ...at("a name that leads inside", "https://loopback.public.example/a.png"),
  ...at("a relative way to a private host", "//10.0.0.1/a.png")
]
