import type * as accounts from '#contract/accounts.ts'
import type * as factors from '#contract/factors.ts'
import type * as identities from '#contract/identities.ts'
import type * as sessions from '#contract/sessions.ts'
import type * as subscriptions from '#contract/subscriptions.ts'
import { call } from '#web/api/call.ts'
import { itemQuery } from '#web/api/queries.ts'

const readFactors = call<typeof factors.readFactors>('GET', '/api/auth/factors')
const listIdentities = call<typeof identities.listIdentities>('GET', '/api/auth/identities')
const listSessions = call<typeof sessions.listSessions>('GET', '/api/auth/sessions')
const readUsage = call<typeof accounts.readUsage>('GET', '/api/auth/usage')
const readSubscriptions = call<typeof subscriptions.readSubscriptions>('GET', '/api/users/:id/subscriptions')
export const readFollowingFeed = call<typeof subscriptions.readFollowingFeed>('GET', '/api/users/:id/following-feed')
const downloadEverything = call<typeof accounts.downloadEverything>('GET', '/api/users/:id/export')

export const factorsQuery = itemQuery(readFactors)
export const identitiesQuery = itemQuery(listIdentities)
export const devicesQuery = itemQuery(listSessions)
export const usageQuery = itemQuery(readUsage)
export const subscriptionsQuery = (id: string) => itemQuery(readSubscriptions, { params: { id } })
export const followingFeedQuery = (id: string) => itemQuery(readFollowingFeed, { params: { id } })
export const isFactorOn = ({ factors }: factors.Factors) => factors.some(({ status }) => status === 'verified')

export const exportPath = (id: string) => downloadEverything.path({ params: { id } })
