import { msg } from '@lingui/core/runtime-macro'
import type { z } from 'zod'
import { inEnglish, sentenceOf } from '#contract/in-english.ts'
import { ApiError, apiError, type ErrorText, joinTexts } from '#server/http/errors.ts'
import { translationOf } from '#server/languages/translate-texts.ts'

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
  /** The problems by their English text, because each is reported once. */
  const problems = new Map<string, ErrorText>()
  const add = (problem: ErrorText) => void problems.set(inEnglish(problem), problem)
  const collect = (error: unknown) => {
    if (!isRowError(error)) throw error
    return add(error.text)
  }
  return {
    add,
    attempt<Result>(step: () => Result): Result | undefined {
      try {
        return step()
      } catch (error) {
        return collect(error)
      }
    },
    attemptAsync: <Result>(step: () => Promise<Result>): Promise<Result | undefined> => step().catch(collect),
    validate<Shape extends z.ZodType>(shape: Shape, input: unknown, describe = (problem: ErrorText) => problem) {
      const { data, error } = shape.safeParse(input)
      for (const { message } of error?.issues ?? []) add(describe(sentenceOf(message) ?? message))
      return data
    },
    throwIfAny() {
      if (problems.size > 0) throw apiError('invalid_request', [...problems.values()].reduce(joinTexts))
    },
  }
}

/** A text of a report as it is stored. The translation is null if the language is English. */
export function reportTexts(text: ErrorText | null | undefined, language: string) {
  const translation = text && translationOf(text, language)
  return { english: text ? toEnglish(text) : null, translation: translation ? shorten(translation, maxLength) : null }
}

export const toEnglish = (text: ErrorText) => shorten(inEnglish(text), maxLength)

/** Limit of a text of a report, in characters. */
const maxLength = 1_000

export const withName = (name: string, problem: ErrorText) => msg`${{ name: shorten(name) }}: ${{ problem }}`

export const shorten = (text: string, maxLength = 40) =>
  text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text
