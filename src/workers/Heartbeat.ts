/**
 * Whether a worker is to be given up. Its silence is counted in the looks of its primary, not in time: while the primary
 * itself is stopped, is busy or sleeps with the machine it does not look, and so holds no silence against anybody.
 */

/** How many looks, of one a second, a worker may let pass in silence. */
export const patience = 10

export const make = () => {
  /** Nobody is missed before the first word: a start takes as long as it takes. */
  let silent = -Infinity
  return {
    heard: () => {
      silent = 0
    },
    /** One look; true once it was silent for too many. */
    isLost: (): boolean => {
      silent += 1
      return silent > patience
    }
  }
}
