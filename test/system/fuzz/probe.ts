/**
 * Loaded into the service (`node --import`): tells the fuzzer over the child process's IPC channel how long the event
 * loop was blocked and how much memory is in use.
 */

/** Milliseconds between two samples. */
const pause = 5

const cpu = () => {
  const { system, user } = process.threadCpuUsage()
  return (system + user) / 1000
}

let longest = 0
let last = cpu()

/**
 * One turn of the loop runs between two samples. The thread's CPU time tells how long the turn worked; wall time would
 * include the time that other processes took.
 */
setInterval(() => {
  const now = cpu()
  longest = Math.max(longest, now - last)
  last = now
}, pause).unref()

process.on("message", (what: "block" | "memory") => {
  if (what === "block") {
    // The current turn is sampled only when it is over.
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
