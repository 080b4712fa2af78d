/** Waits with a time limit. */
import { setTimeout as pause } from "node:timers/promises"

export const sleep = (seconds: number): Promise<void> => pause(seconds * 1000)

/** Polls ten times a second until the answer is not undefined; undefined after `seconds`. */
export const until = async <A>(
  seconds: number,
  read: () => A | undefined | Promise<A | undefined>
): Promise<A | undefined> => {
  const deadline = performance.now() + seconds * 1000
  while (true) {
    const found = await read()
    if (found !== undefined || performance.now() > deadline) return found
    await pause(100)
  }
}

export const secondsSince = (moment: number): number => (performance.now() - moment) / 1000
