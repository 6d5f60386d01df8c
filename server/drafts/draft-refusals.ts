import type { Draft } from '#contract/drafts.ts'
import { memberDrafts } from '#contract/limits.ts'
import { notFound, Refusal, refuse } from '#server/http/errors.ts'

/** Only its creator learns that a draft was published. For others, every draft is simply not found. */
export const absent = (isPublished: boolean) =>
  isPublished ? refuse('not_found', 'This draft has been published.') : notFound('draft')

export const changedElsewhere = (draft: string) =>
  new Refusal(
    'changed_elsewhere',
    'This draft was changed somewhere else in the meantime. Nothing was overwritten.',
    { draft: JSON.parse(draft) as Draft },
  )

/** Ids are random, so a collision reveals nothing about the other draft's owner. */
export const idTaken = () => refuse('invalid_request', 'A draft cannot have this id. Please choose another.')

export const tooManyDrafts = () =>
  refuse(
    'quota_reached',
    `You have ${memberDrafts} drafts, the maximum. Publish or delete one to create another.`,
  )

export const tooManyImported = (most: number) =>
  refuse(
    'quota_reached',
    `You have ${most.toLocaleString('en')} imported drafts, the maximum. Publish or delete some, then import the rest.`,
  )

export const tooManyPages = (most: number) =>
  refuse('invalid_request', `A zine can have at most ${most} pages.`)

export const tooLong = 'This draft is too long, so it was not saved. Please shorten the words on its pages.'
