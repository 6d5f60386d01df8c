import { msg, plural } from '@lingui/core/runtime-macro'
import { memberDrafts } from '#contract/limits.ts'
import { apiError, changedElsewhere, notFound } from '#server/http/errors.ts'

/** Only its creator learns that a draft was published. For others, every draft is simply not found. */
export const draftNotFound = (isPublished: boolean) =>
  isPublished ? apiError('not_found', msg`This draft has been published.`) : notFound('draft')

export const draftChangedElsewhere = (draft: string) => changedElsewhere('draft', JSON.parse(draft))

/** Ids are random, so a collision reveals nothing about the other draft's owner. */
export const idTaken = () => apiError('invalid_request', 'A draft cannot have this id. Please choose another.')

export const tooManyDrafts = () =>
  apiError(
    'quota_reached',
    msg`You have ${plural({ drafts: memberDrafts }, { one: '# draft', other: '# drafts' })}, the maximum. Publish or delete one to create another.`,
  )

export const tooManyImportedDrafts = (max: number) =>
  apiError(
    'quota_reached',
    msg`You have ${plural({ drafts: max }, { one: '# imported draft', other: '# imported drafts' })}, the maximum. Publish or delete some, then import the rest.`,
  )

export const draftTooLong = msg`This draft is too long, so it was not saved. Please shorten the words on its pages.`
