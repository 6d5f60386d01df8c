import { msg } from '@lingui/core/runtime-macro'
import { z } from 'zod'
import { say } from '#contract/in-english.ts'
import { endpoint, id, successResponse, text, timestamp } from './endpoint.ts'
import * as limits from './limits.ts'
import { moderationActs, reportReasons } from './report-reasons.ts'

export const createReport = endpoint({
  name: 'createReport',
  method: 'POST',
  changes: 'private',
  path: '/api/reports',
  tag: 'Reports',
  summary: 'Report a zine or a creator to the moderators; no sign-in needed',
  access: 'anyone',
  status: 202,
  body: z
    .strictObject({
      zineId: id.optional(),
      creatorId: id.optional(),
      reason: z.enum(reportReasons, say(msg`Please choose what is wrong.`)),
      words: text('Your text', limits.reportText).default(''),
    })
    .refine(
      ({ zineId, creatorId }) => (zineId === undefined) !== (creatorId === undefined),
      'A report is about one zine or one creator.',
    )
    .refine(({ reason, words }) => reason !== 'other' || words !== '', {
      path: ['words'],
      message: say(msg`Please describe what is wrong.`),
    }),
  response: successResponse,
})

/** The secret of a moderation link. It follows the `#`, so no server logs it. */
const token = z.string('The token must be text.').max(200, say(msg`This link is not valid.`))

/** A moderation email: the report target and its open reports. */
export const ModerationEmail = z.object({
  creator: z.object({ id, username: z.string(), profileImageUrl: z.string().nullable() }),
  /** Absent if the creator was reported. */
  zine: z
    .object({
      id,
      title: z.string(),
      description: z.string().nullable(),
      language: z.string().nullable(),
      /** The first five, as a preview. */
      pages: z.array(z.object({ url: z.string(), altText: z.string() })),
      pageCount: z.number().int(),
    })
    .nullable(),
  reports: z.array(
    z.object({
      id,
      reason: z.enum(reportReasons),
      words: z.string(),
      byMember: z.boolean(),
      reportedAt: timestamp,
    }),
  ),
  expiresAt: timestamp,
})
export type ModerationEmail = z.infer<typeof ModerationEmail>

/** A POST that changes nothing, so that the token is not in the URL. */
export const readModerationEmail = endpoint({
  name: 'readModerationEmail',
  method: 'POST',
  changes: 'private',
  needsSpace: false,
  path: '/api/reports/email',
  tag: 'Reports',
  summary: 'The subject of a moderation email, by the token of its links',
  access: 'anyone',
  body: z.strictObject({ token }),
  response: z.object({ email: ModerationEmail }),
})

export const decideByEmail = endpoint({
  name: 'decideByEmail',
  method: 'POST',
  changes: 'public',
  needsSpace: false,
  path: '/api/reports/email/decide',
  tag: 'Reports',
  summary: 'Hide, keep or remove what was reported; invalidates all links in its emails',
  access: 'anyone',
  body: z
    .strictObject({
      token,
      act: z.enum(moderationActs, say(msg`Please choose what to do.`)),
      reason: text('The reason', limits.reportText).default(''),
    })
    .refine(({ act, reason }) => act === 'keep' || reason !== '', {
      path: ['reason'],
      message: say(msg`Please give a reason. The creator will see it.`),
    }),
  response: successResponse,
})
