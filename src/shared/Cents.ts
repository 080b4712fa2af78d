/** Exact arithmetic on sums of money, which may exceed the safe integers of JavaScript. */

const floorDivide = (dividend: bigint, divisor: bigint): bigint => {
  const quotient = dividend / divisor
  return dividend % divisor < 0n ? quotient - 1n : quotient
}

/** `dividend` / `divisor` rounded half up. `divisor` must be positive. */
export const divideHalfUp = (dividend: bigint, divisor: bigint): bigint =>
  floorDivide(2n * dividend + divisor, 2n * divisor)

export const total = (sums: ReadonlyArray<bigint>): bigint => sums.reduce((a, b) => a + b, 0n)
