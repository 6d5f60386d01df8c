import { z } from 'zod'

/** PostgreSQL writes small numbers without an exponent, with hundreds of digits. */
const round = (value: number) => Math.round(value * 10_000) / 10_000

export function numberWithin(name: string, min: number, max: number) {
  const message = `${name} must be a number from ${min} to ${max}.`
  return z.number(message).min(min, message).max(max, message).overwrite(round)
}
