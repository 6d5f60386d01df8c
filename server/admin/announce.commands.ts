import { z } from 'zod'
import { announcementText } from '#contract/limits.ts'
import { toVisibleLine, trimText } from '#contract/visible-text.ts'
import { announce, findAnnouncement, removeAnnouncement } from '#server/announcements/announcements.queries.ts'
import { apiError } from '#server/http/errors.ts'
import { command, optionally } from './command.ts'
import { timeText } from './print-result.ts'

const text = {
  description: 'the text, in quotes',
  shape: z
    .string()
    .overwrite(trimText)
    .min(1)
    .refine(
      (text) => [...text].length <= announcementText && toVisibleLine(text) === text,
      `must be one line of at most ${announcementText} characters without control or direction characters`,
    ),
}

const day = /^\d{4}-\d\d-\d\d$/
const untilMessage = 'must be a day such as 2026-12-24 or a time such as 2026-12-24T18:00Z'

const until = {
  description:
    'when it disappears: the end of a day in UTC, such as 2026-12-24, or a time such as 2026-12-24T18:00Z (default: never)',
  value: 'DATE',
  shape: z.string().transform((input, context) => {
    const isDay = day.test(input)
    const time = isDay ? `${input}T00:00:00Z` : input
    if (
      z.iso
        .datetime({ offset: true })
        .or(z.iso.datetime({ offset: true, precision: -1 }))
        .safeParse(time).success
    )
      return new Date(Date.parse(time) + (isDay ? 86_400_000 : 0))
    context.addIssue(untilMessage)
    return z.NEVER
  }),
}

const set = command({
  name: 'announce',
  summary: 'Shows one line of text at the top of every page. Replaces the current announcement.',
  details: 'Visitors can dismiss it in their browser. It does not appear in the reader or in print.',
  positionals: { text },
  options: { until: optionally(until) },
  run: async ({ db, actor }, { text, until = null }) => {
    if (until && until <= new Date())
      throw apiError('invalid_request', `--until must be in the future. ${timeText(until)} is in the past.`)
    const outcome = await db.transaction().execute((tx) => announce(tx, { text, until, actor }))
    const description = outcome === 'done' ? 'is shown' : 'was already shown'
    return {
      outcome,
      says: `“${text}” ${description} at the top of every page${until ? `, until ${timeText(until)}` : ''}.`,
    }
  },
})

const noAnnouncement = 'There is no announcement.'

const show = command({
  name: 'announcement show',
  summary: 'Shows the announcement and when it disappears.',
  run: async ({ db }) => {
    const announcement = await findAnnouncement(db)
    return announcement ? { fields: announcement } : { says: noAnnouncement }
  },
})

const remove = command({
  name: 'announcement remove',
  summary: 'Removes the announcement from every page.',
  run: async ({ db, actor }) => {
    const outcome = await db.transaction().execute((tx) => removeAnnouncement(tx, { actor }))
    return { outcome, says: outcome === 'done' ? 'The announcement is removed.' : noAnnouncement }
  },
})

export const announceCommands = [set, show, remove]
