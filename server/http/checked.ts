import type { z } from 'zod'
import { refuse } from './errors.ts'

/**
 * What was not sent as it is but kept, or put together of what was: as the contract has it, or refused with its first
 * sentence. `before` says where that is, such as `Of page 3: `.
 */
export function checked<Shape extends z.ZodType>(shape: Shape, said: unknown, before = ''): z.output<Shape> {
  const { success, data, error } = shape.safeParse(said)
  if (!success) throw refuse('invalid_request', before + (error.issues[0]?.message ?? 'This is not valid.'))
  return data
}

/** The same, refused with every sentence. */
export function checkedInFull<Shape extends z.ZodType>(shape: Shape, said: unknown): z.output<Shape> {
  const { success, data, error } = shape.safeParse(said)
  const sentences = new Set(error?.issues.map(({ message }) => message))
  if (!success) throw refuse('invalid_request', [...sentences].join(' '))
  return data
}
