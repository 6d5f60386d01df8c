import { z } from 'zod'
import { announcementText } from '#contract/limits.ts'
import { visibleLine } from '#contract/visible-text.ts'
import {
  announce,
  findAnnouncement,
  removeAnnouncement,
} from '#server/announcements/announcements.queries.ts'
import { refuse } from '#server/http/errors.ts'
import { command, optionally } from './command.ts'

const text = {
  says: 'the text, in quotes',
  shape: z
    .string()
    .trim()
    .min(1)
    .refine(
      (text) => [...text].length <= announcementText && visibleLine(text) === text,
      `must be one line of at most ${announcementText} characters without control or direction characters`,
    ),
}

const day = /^\d{4}-\d\d-\d\d$/
const untilProblem = 'must be a day such as 2026-12-24 or a time such as 2026-12-24T18:00Z'

const until = {
  says: 'when it disappears: the end of a day in UTC, such as 2026-12-24, or a time such as 2026-12-24T18:00Z (default: never)',
  value: 'DATE',
  shape: z.string().transform((typed, context) => {
    const isDay = day.test(typed)
    const time = isDay ? `${typed}T00:00:00Z` : typed
    if (
      z.iso
        .datetime({ offset: true })
        .or(z.iso.datetime({ offset: true, precision: -1 }))
        .safeParse(time).success
    )
      return new Date(Date.parse(time) + (isDay ? 86_400_000 : 0))
    context.addIssue(untilProblem)
    return z.NEVER
  }),
}

const set = command({
  name: 'announce',
  says: 'Shows one line of text at the top of every page. Replaces the current announcement.',
  more: 'Visitors can dismiss it in their browser. It does not appear in the reader or in print.',
  takes: { text },
  options: { until: optionally(until) },
  run: async ({ db, actor }, { text, until = null }) => {
    if (until && until <= new Date())
      throw refuse('invalid_request', `--until must be in the future. ${until.toISOString()} is in the past.`)
    const outcome = await db.transaction().execute((tx) => announce(tx, { text, until, actor }))
    const shown = outcome === 'done' ? 'is shown' : 'was already shown'
    return {
      outcome,
      says: `“${text}” ${shown} at the top of every page${until ? `, until ${until.toISOString()}` : ''}.`,
    }
  },
})

const none = 'There is no announcement.'

const show = command({
  name: 'announcement show',
  says: 'Shows the announcement and when it disappears.',
  run: async ({ db }) => {
    const found = await findAnnouncement(db)
    return found ? { facts: found } : { says: none }
  },
})

const remove = command({
  name: 'announcement remove',
  says: 'Removes the announcement from every page.',
  run: async ({ db, actor }) => {
    const outcome = await db.transaction().execute((tx) => removeAnnouncement(tx, { actor }))
    return { outcome, says: outcome === 'done' ? 'The announcement is removed.' : none }
  },
})

export const announceCommands = [set, show, remove]
