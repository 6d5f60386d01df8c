import { jobsWithPayload } from '#server/db/jobs.ts'

export type Problem = { kind: 'counter' | 'file' | 'search' | 'backup'; sentence: string }

export const maxPerKind = 100

export const toProblems = (kind: Problem['kind'], messages: string[]): Problem[] =>
  messages.slice(0, maxPerKind).map((sentence) => ({ kind, sentence }))

/** SQL for members with pending jobs that update visibility, counters or search. */
export const unsettledMembersQuery = `
  select coalesce(j.payload ->> 'creatorId', j.payload ->> 'userId')::uuid
  from ${jobsWithPayload} j
  where task_identifier in ('update-zine-visibility', 'index-zines-of', 'delete-account') and j.attempts < j.max_attempts
  union all select id from users where deleting_at is not null`

/** SQL for hashes whose files a pending job will remove. */
export const pendingRemovalsQuery = `
  select json_array_elements_text(j.payload -> 'hashes') as hash
  from ${jobsWithPayload} j
  where task_identifier = 'remove-media-files' and j.attempts < j.max_attempts`
