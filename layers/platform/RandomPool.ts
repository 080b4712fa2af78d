/** Random bytes drawn for many ids and nonces at once: a system call for each costs more than what is made of them. */

const pool = new Uint8Array(4096)

let taken = pool.length

/** Fills `bytes`. What was handed out is wiped, and never handed out again. */
export const draw = (bytes: Uint8Array<ArrayBuffer>): void => {
  if (bytes.length > pool.length) {
    crypto.getRandomValues(bytes)
    return
  }
  if (taken + bytes.length > pool.length) {
    crypto.getRandomValues(pool)
    taken = 0
  }
  const end = taken + bytes.length
  bytes.set(pool.subarray(taken, end))
  pool.fill(0, taken, end)
  taken = end
}
