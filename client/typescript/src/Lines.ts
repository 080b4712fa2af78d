/** Reads a body with one JSON document per line, as it arrives. */

async function* textOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      yield decoder.decode(value, { stream: !done })
      if (done) return
    }
  } finally {
    // A caller that stops early doesn't need the rest.
    await reader.cancel().catch(() => {})
  }
}

export async function* read<Item>(body: ReadableStream<Uint8Array>): AsyncGenerator<Item, void, undefined> {
  let rest = ""
  for await (const text of textOf(body)) {
    const lines = (rest + text).split("\n")
    rest = lines.pop()!
    for (const line of lines) if (line !== "") yield JSON.parse(line)
  }
  if (rest !== "") yield JSON.parse(rest)
}
