import { msg } from '@lingui/core/runtime-macro'
import { z } from 'zod'
import { say } from '#contract/in-english.ts'
import { claimedId, endpoint, id, idParams, nextCursor, pageQuery, successResponse } from './endpoint.ts'
import { workspaceLimits } from './workspace-limits.ts'

const timestamp = z.iso.datetime({ offset: true })

export const FocusSession = z.object({
  id,
  projectId: id,
  userId: id,
  duration: z.number().int(),
  sessionType: z.literal('focus'),
  startedAt: timestamp,
})
export type FocusSession = z.infer<typeof FocusSession>

const tooLong = say(msg`A session can be at most ${{ minutes: workspaceLimits.sessionMinutes }} minutes long.`)
const duration = z
  .int('The duration must be whole minutes.')
  .min(1, say(msg`A session must be at least one minute long.`))
  .max(workspaceLimits.sessionMinutes, tooLong)

const SessionWithTotal = z.object({ session: FocusSession, totalMinutes: z.number().int() })
export type SessionWithTotal = z.infer<typeof SessionWithTotal>

export const logFocusSession = endpoint({
  name: 'logFocusSession',
  method: 'POST',
  changes: 'private',
  path: '/api/focus-sessions',
  tag: 'Focus sessions',
  summary:
    'Log time spent on a project; a repeated id counts once, with its first value, and not at all after it was removed',
  access: 'member',
  status: 201,
  body: z.strictObject({
    id: id.optional(),
    projectId: id,
    duration,
    sessionType: z.literal('focus', 'sessionType must be focus.').default('focus'),
    /** The time on the member's clock. One in the future or over a year ago counts as just ended. */
    startedAt: z.iso.datetime({ offset: true, error: 'startedAt must be a time.' }).optional(),
    userId: claimedId,
  }),
  response: SessionWithTotal,
})

export const listFocusSessions = endpoint({
  name: 'listFocusSessions',
  method: 'GET',
  path: '/api/projects/:id/focus-sessions',
  tag: 'Focus sessions',
  summary: 'The sessions of one of the viewer’s projects, most recent first',
  access: 'member',
  params: idParams,
  query: z.strictObject({ ...pageQuery }),
  response: z.object({ sessions: z.array(FocusSession), nextCursor }),
})

export const correctFocusSession = endpoint({
  name: 'correctFocusSession',
  method: 'PUT',
  changes: 'private',
  path: '/api/focus-sessions/:id',
  tag: 'Focus sessions',
  summary: 'Correct the minutes of a session and the project’s total',
  access: 'member',
  params: idParams,
  body: z.strictObject({ duration, userId: claimedId }),
  response: SessionWithTotal,
})

export const deleteFocusSession = endpoint({
  name: 'deleteFocusSession',
  method: 'DELETE',
  changes: 'private',
  path: '/api/focus-sessions/:id',
  tag: 'Focus sessions',
  summary: 'Remove a session and update the project’s total',
  access: 'member',
  params: idParams,
  body: z.strictObject({ userId: claimedId }).nullish(),
  response: successResponse.extend({ totalMinutes: z.number().int() }),
})

/** Minutes per calendar day, `YYYY-MM-DD`. Days without minutes are omitted. */
export const FocusDay = z.object({ day: z.iso.date(), minutes: z.number().int() })
export type FocusDay = z.infer<typeof FocusDay>

export const listFocusDays = endpoint({
  name: 'listFocusDays',
  method: 'GET',
  path: '/api/users/:id/focus-days',
  tag: 'Focus sessions',
  summary: 'The viewer’s minutes per day over the last four weeks, for all projects or one',
  access: 'member',
  params: idParams,
  query: z.strictObject({
    timeZone: z
      .string()
      .max(64, 'This is not a valid time zone.')
      .refine(isTimeZone, 'This is not a valid time zone.')
      .default('UTC'),
    projectId: id.optional(),
  }),
  /** `today` is the last day of the four weeks, by the site's clock. */
  response: z.object({ today: z.iso.date(), days: z.array(FocusDay) }),
})

function isTimeZone(name: string) {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}
