import { Refusal, refuse } from '#server/http/errors.ts'

/** Whether the row is at fault, so that other rows may succeed. Not so if space is lacking or a service is down. */
export const isOfRow = (error: unknown): error is Refusal => error instanceof Refusal && ofRow.has(error.code)

const ofRow = new Set(['invalid_request', 'media_refused', 'too_large', 'media_already_published'])

export function collectRefusals() {
  const found = new Set<string>()
  const note = (error: unknown) => {
    if (!isOfRow(error)) throw error
    found.add(error.message)
    return undefined
  }
  return {
    attempt<Result>(step: () => Result): Result | undefined {
      try {
        return step()
      } catch (error) {
        return note(error)
      }
    },
    attemptAsync: <Result>(step: () => Promise<Result>): Promise<Result | undefined> => step().catch(note),
    end() {
      if (found.size > 0) throw refuse('invalid_request', [...found].join(' '))
    },
  }
}

export const shortened = (text: string, most = 40) =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text
