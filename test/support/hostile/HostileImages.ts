/** Hostile answers of a public host instead of an image. */
import sharp from "sharp"
import type { Handler } from "../fakes/Internet.ts"

interface HostileImage {
  readonly why: string
  readonly path: string
  readonly answer: Handler
  /** The text that the error must contain. */
  readonly says: RegExp
}

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#abc" }, limitInputPixels: false })

export const png = await blank(64, 48).png().toBuffer()
const noise = sharp({
  create: {
    width: 200,
    height: 200,
    channels: 3,
    background: "#000",
    noise: { type: "gaussian", mean: 128, sigma: 40 }
  }
})
const [noisyPng, noisyJpeg, noisyWebp] = await Promise.all([
  noise.clone().png().toBuffer(),
  noise.clone().jpeg().toBuffer(),
  noise.clone().webp().toBuffer()
])
const most = (bytes: Uint8Array) => bytes.subarray(0, bytes.byteLength * 0.7)
const jpeg = await blank(64, 48).jpeg().toBuffer()
/** 120 million pixels in less than half a megabyte. */
export const bomb = await blank(12_000, 10_000).png({ compressionLevel: 9 }).toBuffer()
const tiff = await blank(8, 8).tiff().toBuffer()
const avif = await blank(8, 8).avif().toBuffer()

const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>`
const html = "<!doctype html><script>alert(1)</script>"
const notAnImage = /it is not a PNG, JPEG, WebP or GIF image/u
const broken = /it is not a whole and valid image/u

const typed =
  (body: Uint8Array | string, type = "image/png"): Handler =>
  (_, response) =>
    response.writeHead(200, { "content-type": type }).end(body)

const endless: Handler = (_, response) => {
  response.writeHead(200, { "content-type": "image/png" }).write(png)
  const timer = setInterval(() => response.write(Buffer.alloc(1_000_000)), 1)
  response.on("close", () => clearInterval(timer))
}

/** Claims 30,000 × 30,000 pixels in its header. */
const boastful = () => {
  const bytes = Buffer.from(png)
  bytes.writeUInt32BE(30_000, 16)
  bytes.writeUInt32BE(30_000, 20)
  return bytes
}

export const hostileImages: ReadonlyArray<HostileImage> = [
  { why: "SVG", path: "/a.svg", answer: typed(svg, "image/svg+xml"), says: notAnImage },
  { why: "SVG named PNG", path: "/svg.png", answer: typed(svg), says: notAnImage },
  { why: "SVG behind a GIF signature", path: "/svg.gif", answer: typed(`GIF89a ${svg}`), says: broken },
  {
    why: "SVG behind a PNG signature",
    path: "/svg2.png",
    answer: typed(Buffer.concat([png.subarray(0, 8), Buffer.from(svg)])),
    says: broken
  },
  { why: "SVG behind a byte order mark", path: "/bom.png", answer: typed(`\ufeff${svg}`), says: notAnImage },
  { why: "HTML", path: "/page", answer: typed(html, "text/html"), says: notAnImage },
  { why: "HTML named PNG", path: "/html.png", answer: typed(html), says: notAnImage },
  { why: "HTML behind a GIF signature", path: "/html.gif", answer: typed(`GIF89a/*${html}*/`), says: broken },
  { why: "PDF", path: "/a.pdf", answer: typed("%PDF-1.7\n", "application/pdf"), says: notAnImage },
  { why: "TIFF", path: "/a.tiff", answer: typed(tiff), says: notAnImage },
  { why: "AVIF", path: "/a.avif", answer: typed(avif), says: notAnImage },
  { why: "BMP", path: "/a.bmp", answer: typed("BM\u0000\u0000"), says: notAnImage },
  { why: "an empty body", path: "/empty.png", answer: typed(""), says: notAnImage },
  {
    why: "a PNG cut in half",
    path: "/half.png",
    answer: typed(bomb.subarray(0, 20_000)),
    says: /pixels|whole/u
  },
  { why: "a small PNG cut in half", path: "/half2.png", answer: typed(png.subarray(0, 60)), says: broken },
  { why: "a JPEG cut in half", path: "/half.jpg", answer: typed(jpeg.subarray(0, -200)), says: broken },
  { why: "most of a PNG", path: "/most.png", answer: typed(most(noisyPng)), says: broken },
  { why: "most of a JPEG", path: "/most.jpg", answer: typed(most(noisyJpeg)), says: broken },
  { why: "most of a WebP", path: "/most.webp", answer: typed(most(noisyWebp)), says: broken },
  {
    why: "a PNG with a broken checksum",
    path: "/crc.png",
    answer: typed(Buffer.concat([png.subarray(0, 40), Buffer.alloc(40, 7), png.subarray(80)])),
    says: broken
  },
  {
    why: "a decompression bomb",
    path: "/bomb.png",
    answer: typed(bomb),
    says: /more than 40 million pixels/u
  },
  { why: "a header that boasts", path: "/boast.png", answer: typed(boastful()), says: /pixels|whole/u },
  {
    why: "a body larger than it may be, declared",
    path: "/large.png",
    answer: typed(Buffer.concat([png, Buffer.alloc(10_000_000)])),
    says: /larger than 10000000 bytes/u
  },
  {
    why: "an endless body, undeclared",
    path: "/endless.png",
    answer: endless,
    says: /larger than 10000000 bytes/u
  },
  {
    why: "a declared length of 1 TB",
    path: "/liar.png",
    answer: (_, response) => void response.writeHead(200, { "content-length": String(10 ** 12) }).write("x"),
    says: /larger than 10000000 bytes/u
  },
  {
    why: "a body that ends early",
    path: "/short.png",
    answer: (_, response) => {
      response.writeHead(200, { "content-length": String(png.length * 2) }).write(png)
      setTimeout(() => response.destroy(), 20)
    },
    says: /closed the connection before/u
  },
  {
    why: "compression nobody asked for",
    path: "/gzip.png",
    answer: (_, response) =>
      void response.writeHead(200, { "content-encoding": "gzip" }).end(Buffer.from([0x1f, 0x8b, 8, 0])),
    says: notAnImage
  },
  {
    why: "a page that is not there",
    path: "/gone.png",
    answer: (_, response) => void response.writeHead(404).end(png),
    says: /HTTP 404/u
  },
  {
    why: "an error",
    path: "/500.png",
    answer: (_, response) => void response.writeHead(500).end(png),
    says: /HTTP 500/u
  },
  {
    why: "no content",
    path: "/204.png",
    answer: (_, response) => void response.writeHead(204).end(),
    says: /HTTP 204/u
  },
  {
    why: "a redirect to itself",
    path: "/loop.png",
    answer: (_, response) => void response.writeHead(302, { location: "/loop.png" }).end(),
    says: /too many redirects/u
  },
  {
    why: "a redirect to nowhere",
    path: "/nowhere.png",
    answer: (_, response) => void response.writeHead(302).end(),
    says: /HTTP 302/u
  },
  {
    why: "no HTTP",
    path: "/raw.png",
    answer: (request) => void request.socket.end("SSH-2.0-x\r\n"),
    says: /did not answer in plain HTTP/u
  },
  {
    why: "a change of protocol",
    path: "/101.png",
    answer: (request) =>
      void request.socket.end(
        "HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n"
      ),
    says: /did not answer in plain HTTP \(HTTP 101\)/u
  },
  {
    why: "a hundred kilobytes of headers",
    path: "/headers.png",
    answer: (_, response) => void response.writeHead(200, { "x-long": "x".repeat(100_000) }).end(png),
    says: /did not answer in plain HTTP/u
  }
]
