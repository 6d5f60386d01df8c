import type { FastifySchemaCompiler } from 'fastify'
import type { z } from 'zod'
import { ApiError, apiError } from './errors.ts'

export const validatorCompiler: FastifySchemaCompiler<z.ZodType> =
  ({ schema }) =>
  (data) => {
    const { error, data: value } = schema.safeParse(data, { error: issueMessage })
    return error ? { error: validationError(error.issues) } : { value }
  }

function validationError(rawIssues: z.core.$ZodIssue[]) {
  const issues = rawIssues.map(({ path, message }) => ({ path: path.join('.'), message }))
  return new ApiError('invalid_request', issues[0]?.message ?? 'This request is not valid.', { issues })
}

export function issueMessage(issue: z.core.$ZodRawIssue): string {
  const name = issue.path?.join('.') || 'The request'
  switch (issue.code) {
    case 'unrecognized_keys':
      return `Unknown ${issue.keys.length > 1 ? 'keys' : 'key'}: ${listKeys(issue.keys)}.`
    case 'invalid_type':
      if (issue.input === undefined) return `${name} is missing.`
      return `${name} must be ${typeNames[issue.expected] ?? 'of another type'}.`
    case 'invalid_value':
      return issue.values.length > 1
        ? `${name} must be one of ${issue.values.map(String).join(', ')}.`
        : `${name} must be ${String(issue.values[0])}.`
    case 'too_small':
      return `${name} must ${verb(issue.origin)} at least ${issue.minimum}${unit(issue.origin)}.`
    case 'too_big':
      return `${name} can ${verb(issue.origin)} at most ${issue.maximum}${unit(issue.origin)}.`
    default:
      return `${name} is not valid.`
  }
}

const maxKeys = 10

const listKeys = (keys: string[]) =>
  keys
    .slice(0, maxKeys)
    .map((key) => `"${key.slice(0, 100)}"`)
    .join(', ') + (keys.length > maxKeys ? ` and ${keys.length - maxKeys} more` : '')

const typeNames: Record<string, string | undefined> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a JSON object',
  record: 'a JSON object',
  date: 'a date',
  null: 'null',
}

const verb = (origin: string) => (['array', 'set'].includes(origin) ? 'have' : 'be')
const unit = (origin: string) => {
  if (['array', 'set'].includes(origin)) return ' entries'
  return origin === 'string' ? ' characters long' : ''
}

/** Checks stored or assembled data against the contract. */
export function validate<Shape extends z.ZodType>(shape: Shape, input: unknown): z.output<Shape> {
  const { success, data, error } = shape.safeParse(input)
  if (!success) throw apiError('invalid_request', error.issues[0]?.message ?? 'This is not valid.')
  return data
}
