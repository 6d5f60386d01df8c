import { Refusal } from '#server/http/errors.ts'

/** Whether it is up to the row, so that others may still come: not where there is no room, or nobody answers. */
export const isOfRow = (error: unknown): error is Refusal => error instanceof Refusal && ofRow.has(error.code)

const ofRow = new Set(['invalid_request', 'media_refused', 'too_large', 'media_already_published'])
