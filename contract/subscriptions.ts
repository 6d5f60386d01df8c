import { msg } from '@lingui/core/runtime-macro'
import { z } from 'zod'
import { say } from '#contract/in-english.ts'
import { endpoint, idParams, successResponse } from './endpoint.ts'

export const digestChoices = ['off', 'weekly', 'daily'] as const
export type DigestChoice = (typeof digestChoices)[number]

export const Subscriptions = z.object({
  digest: z.enum(digestChoices),
  /** Without a mail server there is no digest. */
  canSendDigest: z.boolean(),
  hasFeed: z.boolean(),
})
export type Subscriptions = z.infer<typeof Subscriptions>

export const readSubscriptions = endpoint({
  name: 'readSubscriptions',
  method: 'GET',
  path: '/api/users/:id/subscriptions',
  tag: 'Follows',
  summary: 'How the viewer gets new zines of followed creators: by email digest, and by a private feed',
  access: 'member',
  params: idParams,
  response: Subscriptions,
})

export const chooseDigest = endpoint({
  name: 'chooseDigest',
  method: 'PUT',
  changes: 'private',
  path: '/api/users/:id/digest',
  tag: 'Follows',
  summary: 'How often the viewer gets an email with new zines of followed creators: off, weekly or daily',
  access: 'member',
  params: idParams,
  body: z.strictObject({
    digest: z.enum(digestChoices, `The digest must be one of ${digestChoices.join(', ')}.`),
  }),
  response: successResponse,
})

/** Requires a recent sign-in, because anyone who knows the address can read the feed. */
export const readFollowingFeed = endpoint({
  name: 'readFollowingFeed',
  method: 'GET',
  path: '/api/users/:id/following-feed',
  tag: 'Follows',
  summary: 'The secret address of the viewer’s private feed, after a recent sign-in',
  access: 'member',
  params: idParams,
  response: z.object({ feedUrl: z.string() }),
})

export const renewFollowingFeed = endpoint({
  name: 'renewFollowingFeed',
  method: 'POST',
  changes: 'private',
  path: '/api/users/:id/following-feed',
  tag: 'Follows',
  summary: 'Create the viewer’s private feed of followed creators, or give it a new address; the old one stops working',
  access: 'member',
  params: idParams,
  response: z.object({ feedUrl: z.string() }),
})

export const removeFollowingFeed = endpoint({
  name: 'removeFollowingFeed',
  method: 'DELETE',
  changes: 'private',
  path: '/api/users/:id/following-feed',
  tag: 'Follows',
  summary: 'Switch off the viewer’s private feed; its address stops working',
  access: 'member',
  params: idParams,
  response: successResponse,
})

/** The random secret of a mailed or private address. */
const secret = z.string(say(msg`This link is not valid.`)).regex(/^[\w-]{43}$/, say(msg`This link is not valid.`))

export const unsubscribeQuery = z.strictObject({ token: secret })

/** Called by the one-click button of mail programs (RFC 8058) and by the page behind the link in the digest. */
export const unsubscribe = endpoint({
  name: 'unsubscribe',
  method: 'POST',
  changes: 'private',
  needsSpace: false,
  path: '/api/digest/unsubscribe',
  tag: 'Follows',
  summary: 'End the email digest, by the token of its link; no sign-in needed, and any body is ignored',
  access: 'anyone',
  query: unsubscribeQuery,
  response: successResponse,
})

export const followingFeedQuery = z.strictObject({ key: secret })
