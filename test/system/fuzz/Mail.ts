/** Messages and SMTP lines that no mail program writes. */
import * as Hostile from "./Hostile.ts"
import type { Random } from "../rig/Random.ts"

const head = "From: Mia <mia@acme.example>\r\nTo: a@b.example\r\nSubject: Hello\r\nMIME-Version: 1.0\r\n"

const most = 3_000_000

const nested = (depth: number) => {
  const open = Array.from(
    { length: depth },
    (_, n) => `Content-Type: multipart/mixed; boundary="b${n}"\r\n\r\n--b${n}\r\n`
  )
  return `${open.join("")}Content-Type: text/plain\r\n\r\nHello`
}

const kinds: ReadonlyArray<(random: Random) => string> = [
  (random) => `${head}\r\n${Hostile.text(random, most)}`,
  (random) =>
    `${head}Content-Type: text/html\r\n\r\n${"<div>".repeat(random.pick([100, 5_000, 200_000]))}Hello`,
  (random) => `${head}Content-Type: text/html\r\n\r\n${Hostile.text(random, most)}`,
  (random) => `${head}${nested(random.pick([10, 300, 20_000]))}`,
  (random) =>
    `${head}Content-Type: multipart/mixed; boundary=b\r\n\r\n${"--b\r\nContent-Type: text/plain\r\n\r\nx\r\n".repeat(random.pick([100, 10_000, 60_000]))}--b--`,
  (random) => `${head}${"X-A: b\r\n".repeat(random.pick([100, 10_000, 60_000]))}\r\nHello`,
  (random) => `${head}X-A: ${"b".repeat(random.pick([10_000, 120_000, 900_000]))}\r\n\r\nHello`,
  (random) => `Subject: ${"=?utf-8?q?=41?= ".repeat(random.pick([100, 7_000]))}\r\n${head}\r\nHello`,
  (random) => `From: ${"a <a@b.example>, ".repeat(random.pick([100, 7_000]))}b@c.example\r\n${head}\r\nHello`,
  (random) =>
    `From: ${random.pick(["(", '"', "<", "group: ", "\\", ",", "@"]).repeat(random.pick([100, 100_000]))}\r\n\r\nHello`,
  (random) =>
    `${head}Content-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\n${random.pick(["A", "=", "!", "\r\n"]).repeat(random.pick([100, 2_000_000]))}`,
  (random) =>
    `${head}Content-Type: text/plain\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${random.pick(["=", "=41", "=\r\n", " \r\n"]).repeat(random.pick([100, 500_000]))}`,
  (random) =>
    `${head}Content-Type: text/plain; charset=${random.pick(["utf-16", "x-unknown", "utf-7", "gb18030", '"'])}\r\n\r\nHello`,
  (random) =>
    `${head}Content-Type: ${"message/rfc822\r\n\r\nContent-Type: ".repeat(random.pick([2, 5_000]))}text/plain\r\n\r\nHello`,
  (random) =>
    `${head}Content-Type: text/plain; ${'a*0="b"; '.repeat(random.pick([100, 10_000]))}\r\n\r\nHello`,
  () => "",
  () => "\r\n\r\n\r\n",
  (random) => Hostile.text(random, most)
]

/** A raw message; over SMTP its leading dots are doubled, since a line with only a dot ends the message. */
export const message = (random: Random): string => random.pick(kinds)(random)

const commands = [
  "EHLO x",
  "HELO x",
  "MAIL FROM:<a@b.example>",
  "MAIL FROM:<>",
  "RCPT TO:<TOKEN@x.example>",
  "RCPT TO:<>",
  "DATA",
  "RSET",
  "NOOP",
  "VRFY root",
  "AUTH PLAIN AGEAYg==",
  "STARTTLS",
  "BDAT 10",
  "XCLIENT ADDR=1.1.1.1"
]

/** A session: a valid one with a hostile message, or lines in random order. */
export const session = (random: Random, token: string): string => {
  if (random.chance(0.5)) {
    const body = message(random).replaceAll(/^\./gmu, "..")
    return `EHLO x\r\nMAIL FROM:<a@b.example>\r\nRCPT TO:<${token}@x.example>\r\nDATA\r\n${body}\r\n.\r\nQUIT\r\n`
  }
  const lines = Array.from({ length: 1 + random.below(12) }, () =>
    random.chance(0.3) ? Hostile.text(random, 100_000) : random.pick(commands).replace("TOKEN", token)
  )
  return `${lines.join("\r\n")}\r\n`
}
