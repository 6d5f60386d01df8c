import { msg } from '@lingui/core/runtime-macro'
import { z } from 'zod'
import { say } from '#contract/in-english.ts'
import { announcementText } from '#contract/limits.ts'
import { toVisibleLine, trimText } from '#contract/visible-text.ts'
import { announce, findAnnouncement, removeAnnouncement } from '#server/announcements/announcements.queries.ts'
import { apiError } from '#server/http/errors.ts'
import { command, optionally } from './command.ts'
import { timeText } from './print-result.ts'

const text = {
  description: msg`one line of at most ${{ characters: announcementText }} characters`,
  shape: z
    .string()
    .overwrite(trimText)
    .min(1)
    .refine(
      (text) => [...text].length <= announcementText && toVisibleLine(text) === text,
      say(
        msg`must be one line of at most ${{ characters: announcementText }} characters without control or direction characters`,
      ),
    ),
}

const day = /^\d{4}-\d\d-\d\d$/
const untilMessage = say(msg`must be a day such as 2026-12-24 or a time such as 2026-12-24T18:00Z`)

const until = {
  description: msg`when it disappears: the end of a day in UTC, such as 2026-12-24, or a time such as 2026-12-24T18:00Z (default: never)`,
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
  summary: msg`Shows one line of text at the top of every page. Replaces the current announcement.`,
  details: msg`Visitors can dismiss it in their browser. It does not appear in the reader or in print.`,
  positionals: { text },
  options: { until: optionally(until) },
  run: async ({ db, actor }, { text, until = null }) => {
    if (until && until <= new Date())
      throw apiError(
        'invalid_request',
        msg`The end must be in the future. ${{ time: timeText(until) }} is in the past.`,
      )
    const outcome = await db.transaction().execute((tx) => announce(tx, { text, until, actor }))
    const outcomeText = outcomeTexts[outcome]
    return { outcome, says: until ? outcomeText.until(text, timeText(until)) : outcomeText.always(text) }
  },
})

const outcomeTexts = {
  done: {
    until: (text: string, time: string) => msg`“${{ text }}” is shown at the top of every page, until ${{ time }}.`,
    always: (text: string) => msg`“${{ text }}” is shown at the top of every page.`,
  },
  already: {
    until: (text: string, time: string) =>
      msg`“${{ text }}” was already shown at the top of every page, until ${{ time }}.`,
    always: (text: string) => msg`“${{ text }}” was already shown at the top of every page.`,
  },
}

const noAnnouncement = msg`There is no announcement.`

const show = command({
  name: 'announcement show',
  summary: msg`Shows the announcement and when it disappears.`,
  run: async ({ db }) => {
    const announcement = await findAnnouncement(db)
    return announcement ? { fields: announcement } : { says: noAnnouncement }
  },
})

const remove = command({
  name: 'announcement remove',
  summary: msg`Removes the announcement from every page.`,
  run: async ({ db, actor }) => {
    const outcome = await db.transaction().execute((tx) => removeAnnouncement(tx, { actor }))
    return { outcome, says: outcome === 'done' ? msg`The announcement is removed.` : noAnnouncement }
  },
})

export const announceCommands = [set, show, remove]
