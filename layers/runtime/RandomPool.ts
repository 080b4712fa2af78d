/** Random bytes drawn for many ids and nonces at once: a system call for each costs more than what is made of them. */

const make = () => {
  const pool = new Uint8Array(4096)
  let taken = pool.length
  return (bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> => {
    if (bytes.length > pool.length) return crypto.getRandomValues(bytes)
    if (taken + bytes.length > pool.length) {
      crypto.getRandomValues(pool)
      taken = 0
    }
    const end = taken + bytes.length
    bytes.set(pool.subarray(taken, end))
    pool.fill(0, taken, end)
    taken = end
    return bytes
  }
}

/** Fills `bytes`. What was handed out is wiped, and never handed out again. */
export const draw = make()
