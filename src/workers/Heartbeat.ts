/**
 * Decides when a silent worker is given up. Silence is counted in checks, not in time: while the primary is suspended or busy it makes no
 * checks, so no worker is blamed.
 */

/** Maximum checks, one per second, without a message from the worker. */
export const maxMissed = 8

export const make = () => {
  /** Counting starts with the first message, because a start may take any time. */
  let silent = -Infinity
  return {
    heard: () => {
      silent = 0
    },
    /** Counts one check. True after too many without a message. */
    isLost: (): boolean => {
      silent += 1
      return silent > maxMissed
    }
  }
}
