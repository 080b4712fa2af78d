/**
 * Loaded into the service beside it (`node --import`): tells the fuzzer, over the channel of a child process and over
 * nothing else, how long the event loop was held and how much memory is in use.
 */

/** Milliseconds between two looks at the loop. */
const pause = 5

const cpu = () => {
  const { system, user } = process.threadCpuUsage()
  return (system + user) / 1000
}

let longest = 0
let last = cpu()

/**
 * Between two looks lies one turn of the loop. What this thread worked in it is what held the loop; the time on the
 * clock would hold as well what other processes took of the machine.
 */
setInterval(() => {
  const now = cpu()
  longest = Math.max(longest, now - last)
  last = now
}, pause).unref()

process.on("message", (what: "block" | "memory") => {
  if (what === "block") {
    // A turn that is not over yet has not been looked at.
    setTimeout(() => {
      process.send!({ block: longest })
      longest = 0
    }, pause * 2)
    return
  }
  globalThis.gc?.()
  setTimeout(() => {
    globalThis.gc?.()
    const { arrayBuffers, external, heapUsed, rss } = process.memoryUsage()
    process.send!({ used: heapUsed + external + arrayBuffers, rss })
  }, 500)
})
process.channel?.unref()
