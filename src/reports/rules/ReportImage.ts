/** A report as an image, 1,200 pixels wide: the same view as on its card, as boxes that satori lays out. */
import type { Chart, Group, View, Row, Tile, Tone } from "./ReportFigures.ts"

export type Theme = "light" | "dark"

export const width = 1200

interface Box {
  readonly type: "div"
  readonly props: { readonly style: Style; readonly children?: ReadonlyArray<Box> | string }
}

type Style = Readonly<Record<string, string | number>>

type Palette = Readonly<Record<Tone | "ground" | "raised" | "ink" | "dim" | "line" | "track", string>>

const palettes: Readonly<Record<Theme, Palette>> = {
  light: {
    ground: "#ffffff",
    raised: "#f4f5f7",
    ink: "#16181d",
    dim: "#5b6270",
    line: "#e3e6eb",
    track: "#e9ecf1",
    accent: "#3457d5",
    soft: "#8a92a3",
    good: "#157f4b",
    warn: "#9a6100",
    bad: "#c2303b"
  },
  dark: {
    ground: "#16181d",
    raised: "#1f232b",
    ink: "#f0f2f5",
    dim: "#a3abba",
    line: "#2e343f",
    track: "#2b313c",
    accent: "#8ea6ff",
    soft: "#7d8698",
    good: "#4cc38a",
    warn: "#e0a83e",
    bad: "#ff7b81"
  }
}

const box = (style: Style, children: ReadonlyArray<Box>): Box => ({
  type: "div",
  props: { style: { display: "flex", ...style }, children }
})

const text = (style: Style, content: string): Box => ({
  type: "div",
  props: { style: { display: "flex", ...style }, children: content === "" ? " " : content }
})

const percent = (share: number) => `${(100 * share).toFixed(2)}%`

const semibold = 600

const tileOf =
  (palette: Palette) =>
  ({ label, note, tone, value }: Tile): Box =>
    box(
      {
        flexDirection: "column",
        flex: 1,
        padding: "22px 24px",
        borderRadius: 16,
        backgroundColor: palette.raised
      },
      [
        text({ fontSize: 22, color: palette.dim }, label),
        text(
          { fontSize: 40, fontWeight: semibold, color: tone === null ? palette.ink : palette[tone] },
          value
        ),
        text({ fontSize: 20, color: palette.dim }, note)
      ]
    )

const track = (palette: Palette, { mark, part, share, tone }: Row): ReadonlyArray<Box> => {
  if (share === null) return []
  const bar = (length: number, opacity: number) =>
    box(
      {
        position: "absolute",
        left: 0,
        top: 0,
        height: 16,
        borderRadius: 8,
        width: percent(length),
        opacity,
        backgroundColor: palette[tone]
      },
      []
    )
  const bars = part === null ? [bar(share, 1)] : [bar(share, 0.35), bar(part, 1)]
  const today =
    mark === undefined
      ? []
      : [
          box(
            {
              position: "absolute",
              left: percent(mark),
              top: 0,
              width: 3,
              height: 16,
              backgroundColor: palette.ink
            },
            []
          )
        ]
  return [
    box({ position: "relative", height: 16, marginTop: 8, borderRadius: 8, backgroundColor: palette.track }, [
      ...bars,
      ...today
    ])
  ]
}

/** A row without a bar has a longer note, which is placed below. */
const rowOf =
  (palette: Palette) =>
  (row: Row): Box => {
    const below = row.share === null
    const note = row.note === "" ? [] : [text({ fontSize: 22, color: palette.dim }, row.note)]
    return box({ flexDirection: "column", marginTop: 18 }, [
      box({ alignItems: "flex-end", gap: 24 }, [
        text({ flex: 1, fontSize: 24, fontWeight: semibold }, row.label),
        text({ fontSize: 24 }, row.value),
        ...(below ? [] : note)
      ]),
      ...(below ? note : track(palette, row))
    ])
  }

const headingOf = (palette: Palette, content: string) =>
  text({ fontSize: 22, fontWeight: semibold, color: palette.dim, marginTop: 44 }, content)

const groupOf =
  (palette: Palette) =>
  ({ heading, rows }: Group): Box =>
    box({ flexDirection: "column" }, [headingOf(palette, heading), ...rows.map(rowOf(palette))])

const chartHeight = 280

const columnOf = (palette: Palette, { series }: Chart, { label, shares }: Chart["columns"][number]): Box =>
  box({ flexDirection: "column", flex: 1 }, [
    box(
      {
        height: chartHeight,
        alignItems: "flex-end",
        gap: 3,
        borderBottom: `2px solid ${palette.line}`
      },
      shares.map((share, place) =>
        box(
          {
            flex: 1,
            height: Math.round(chartHeight * share),
            borderRadius: "4px 4px 0 0",
            backgroundColor: palette[series[place]!.tone]
          },
          []
        )
      )
    ),
    text({ fontSize: 18, marginTop: 10, color: palette.dim, justifyContent: "center" }, label)
  ])

const chartOf =
  (palette: Palette) =>
  (chart: Chart): Box =>
    box({ flexDirection: "column" }, [
      headingOf(palette, chart.heading),
      box({ gap: 28, marginTop: 14, marginBottom: 14, fontSize: 22 }, [
        ...chart.series.map(({ name, tone }) =>
          box({ alignItems: "center", gap: 10 }, [
            box({ width: 20, height: 20, borderRadius: 4, backgroundColor: palette[tone] }, []),
            text({}, name)
          ])
        ),
        text({ color: palette.dim }, chart.top)
      ]),
      box(
        { gap: 10 },
        chart.columns.map((column) => columnOf(palette, chart, column))
      )
    ])

export const image = (view: View, theme: Theme): Box => {
  const palette = palettes[theme]
  return box(
    {
      flexDirection: "column",
      boxSizing: "border-box",
      width,
      padding: 56,
      fontFamily: "Inter",
      color: palette.ink,
      backgroundColor: palette.ground
    },
    [
      text({ fontSize: 44, fontWeight: semibold }, view.title),
      // Separate texts, so that a right-to-left name doesn't change the order of the date.
      box({ flexWrap: "wrap", alignItems: "flex-end", gap: 8, fontSize: 26, color: palette.dim }, [
        text({ maxWidth: "100%" }, view.board),
        text({}, `· ${view.date}`)
      ]),
      box({ gap: 20, marginTop: 32 }, view.tiles.map(tileOf(palette))),
      ...view.remarks.map((remark) => text({ fontSize: 22, color: palette.dim, marginTop: 20 }, remark)),
      ...view.groups.map(groupOf(palette)),
      ...view.charts.map(chartOf(palette))
    ]
  )
}
