import { msg } from '@lingui/core/runtime-macro'
import { z } from 'zod'
import { say } from '#contract/in-english.ts'
import { endpoint, id, idParams, nextCursor, pageQuery, text, timestamp } from './endpoint.ts'
import * as limits from './limits.ts'
import { Hidden, Zine } from './zines.ts'

export const HiddenZine = Zine.extend({ hidden: Hidden })
export type HiddenZine = z.infer<typeof HiddenZine>

export const HiddenZineList = z.object({ zines: z.array(HiddenZine), nextCursor })
export type HiddenZineList = z.infer<typeof HiddenZineList>

export const listHiddenZines = endpoint({
  name: 'listHiddenZines',
  method: 'GET',
  path: '/api/users/:id/hidden-zines',
  tag: 'Moderation',
  summary: 'The viewer’s zines that a moderator has hidden, newest first, with the reason',
  access: 'member',
  params: idParams,
  query: z.strictObject({ ...pageQuery }),
  response: HiddenZineList,
})

export const decisionActs = [
  'zine hidden',
  'zine restored',
  'zine kept',
  'zine removed',
  'content note set',
  'content note removed',
  'member suspended',
  'member restored',
] as const
export type DecisionAct = (typeof decisionActs)[number]

/** A moderation decision about a zine or its creator, with their one reply. */
export const Decision = z.object({
  id,
  act: z.enum(decisionActs),
  reason: z.string(),
  /** Null if the decision was about the creator, or the zine is deleted. */
  zineId: id.nullable(),
  /** The title at that time; null if the decision was about the creator. */
  title: z.string().nullable(),
  reply: z.string().nullable(),
  repliedAt: timestamp.nullable(),
  madeAt: timestamp,
})
export type Decision = z.infer<typeof Decision>

export const listDecisions = endpoint({
  name: 'listDecisions',
  method: 'GET',
  path: '/api/users/:id/decisions',
  tag: 'Moderation',
  summary: 'Moderation decisions about the viewer and their zines in the last year, most recent first',
  access: 'member',
  params: idParams,
  query: z.strictObject({ ...pageQuery }),
  response: z.object({ decisions: z.array(Decision), nextCursor }),
})

const words = text('Your reply', limits.reportText).refine((value) => value !== '', say(msg`Please write a reply.`))
const DecisionResponse = z.object({ decision: Decision })

export const replyToDecision = endpoint({
  name: 'replyToDecision',
  method: 'POST',
  changes: 'private',
  path: '/api/decisions/:id/reply',
  tag: 'Moderation',
  summary: 'Reply to a decision, once; a moderator reads it',
  access: 'member',
  params: idParams,
  body: z.strictObject({ words }),
  response: DecisionResponse,
})

/** The secret of a mailed link. It follows the `#`, so no server logs it. */
const token = z.string('The token must be text.').max(200, say(msg`This link is not valid.`))

/** A POST that changes nothing, so that the token is not in the URL. */
export const readDecision = endpoint({
  name: 'readDecision',
  method: 'POST',
  changes: 'private',
  needsSpace: false,
  path: '/api/decisions/read',
  tag: 'Moderation',
  summary: 'A decision, by the token of the link in its email',
  access: 'anyone',
  body: z.strictObject({ token }),
  response: DecisionResponse,
})

export const replyByLink = endpoint({
  name: 'replyByLink',
  method: 'POST',
  changes: 'private',
  path: '/api/decisions/reply',
  tag: 'Moderation',
  summary: 'Reply once to a decision by the token of the link in its email; no sign-in needed',
  access: 'anyone',
  body: z.strictObject({ token, words }),
  response: DecisionResponse,
})
