/** The service's icon: three stages of a board. */
import { Effect } from "effect"

export const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">
<rect width="64" height="64" rx="14" fill="#1f4fd1"/>
<g fill="#fff"><rect x="12" y="14" width="11" height="36" rx="3"/><rect x="26.5" y="14" width="11" height="25" rx="3"/>
<rect x="41" y="14" width="11" height="14" rx="3"/></g>
</svg>
`

/** The side of the PNG, in pixels. */
const side = 128

/** The PNG is drawn on demand, so that the library isn't loaded before. */
export const png = Effect.promise(async (): Promise<Uint8Array> => {
  const { default: sharp } = await import("sharp")
  return sharp(Buffer.from(svg), { density: 144 }).resize(side, side).png().toBuffer()
})

/** The addresses of the icon, in the form that MCP clients read. */
export const at = (base: string) => [
  { src: `${base}/icon.svg`, mimeType: "image/svg+xml", sizes: ["any"] },
  { src: `${base}/icon.png`, mimeType: "image/png", sizes: [`${side}x${side}`] }
]
