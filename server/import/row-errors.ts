import { ApiError, apiError } from '#server/http/errors.ts'

/** Whether the row is at fault, so that other rows may succeed. Not so if space is lacking or a service is down. */
export const isRowError = (error: unknown): error is ApiError =>
  error instanceof ApiError && rowErrorCodes.has(error.code)

const rowErrorCodes = new Set([
  'invalid_request',
  'media_refused',
  'too_large',
  'media_already_published',
  'media_not_yours',
])

export function collectProblems() {
  const messages = new Set<string>()
  const collect = (error: unknown) => {
    if (!isRowError(error)) throw error
    messages.add(error.message)
    return undefined
  }
  return {
    attempt<Result>(step: () => Result): Result | undefined {
      try {
        return step()
      } catch (error) {
        return collect(error)
      }
    },
    attemptAsync: <Result>(step: () => Promise<Result>): Promise<Result | undefined> => step().catch(collect),
    throwIfAny() {
      if (messages.size > 0) throw apiError('invalid_request', [...messages].join(' '))
    },
  }
}

export const shorten = (text: string, maxLength = 40) =>
  text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text
