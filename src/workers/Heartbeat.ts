/**
 * Decides when a silent worker is given up. Silence is counted in checks by the primary, not in time: while the primary
 * is stopped or busy, or the machine sleeps, it makes no checks, so no worker is blamed.
 */

/** How many checks, one a second, may pass without a message from the worker. */
export const maxMissed = 8

export const make = () => {
  /** Counting begins with the first message: a start may take any time. */
  let silent = -Infinity
  return {
    heard: () => {
      silent = 0
    },
    /** One check; true once there were too many without a message. */
    isLost: (): boolean => {
      silent += 1
      return silent > maxMissed
    }
  }
}
