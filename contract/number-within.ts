import { z } from 'zod'
import { roundNumber } from './recipe-sizes.ts'

export function numberWithin(name: string, min: number, max: number) {
  const message = `${name} must be a number from ${min} to ${max}.`
  return z.number(message).min(min, message).max(max, message).overwrite(roundNumber)
}
