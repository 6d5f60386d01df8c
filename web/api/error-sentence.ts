import { ApiError } from '#web/api/api.ts'

/** What our server says about a failure in words for people; anything else becomes the fallback. */
export const sentenceOf = (error: unknown, fallback: string) =>
  error instanceof ApiError && error.code ? error.sentence : fallback
