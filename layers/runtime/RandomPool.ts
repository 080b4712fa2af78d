/** Draws random bytes in bulk, because a system call per ID or nonce costs more than its use. */

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

/** Fills `bytes`. Used bytes are erased from the pool, so none is used twice. */
export const draw = make()
