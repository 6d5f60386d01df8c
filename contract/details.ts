import { msg, plural } from '@lingui/core/runtime-macro'
import { z } from 'zod'
import { say } from '#contract/in-english.ts'
import { aiShares, bindings, rights, sizes } from './detail-choices.ts'
import { text, untrimmedText } from './endpoint.ts'
import { kinds } from './kinds.ts'
import { canonicalLanguage } from './language-tag.ts'
import * as limits from './limits.ts'
import { toOneLine } from './one-line.ts'
import { webAddressField } from './profile-fields.ts'

/** Missing details are omitted. */

const choice = <Choice extends string>(name: string, choices: readonly Choice[]) =>
  z.enum(choices, `${name} must be one of ${choices.join(', ')}.`).optional()

const choiceFields = {
  kind: choice('The kind', kinds),
  rights: choice('The rights', rights),
  ai: choice('ai', aiShares),
  size: choice('The size', sizes),
  binding: choice('The binding', bindings),
}

const emptyToUndefined = (value: string) => value || undefined
const lineField = (name: string, max: number) => text(name, max, toOneLine).transform(emptyToUndefined).optional()

/** A list of one-line texts without blank or repeated entries; undefined if none remain. */
const lineListField = (
  name: string,
  { maxLength, maxItems, pluralName }: { maxLength: number; maxItems: number; pluralName: string },
) =>
  z
    .array(text(name, maxLength, toOneLine), `${pluralName} must be a list.`)
    .max(maxItems, `A zine can have at most ${maxItems} ${pluralName.toLowerCase()}.`)
    .transform((all) => [...new Set(all.filter(Boolean))])
    .transform((all) => (all.length > 0 ? all : undefined))
    .optional()

export const languageInput = z.string('A language must be text.').transform((tag, { issues }) => {
  const canonical = canonicalLanguage(tag)
  if (canonical) return canonical
  issues.push({ code: 'custom', message: say(msg`Unknown language. Use a tag such as en or pt-BR.`), input: tag })
  return z.NEVER
})

const yearNumber = z.int(`The year must be a whole number between ${limits.oldestYear} and this year.`)

const year = yearNumber
  .min(limits.oldestYear, say(msg`The year must be ${{ oldestYear: limits.oldestYear }} or later.`))
  .refine((value) => value <= new Date().getUTCFullYear() + 1, say(msg`The year cannot be in the future.`))
  .optional()

/** Text, a URL, or both. Stored http: URLs are still shown, but new ones must use https:. */
const paper = z
  .strictObject({
    words: lineField('The text about the paper copy', limits.paperText),
    url: webAddressField('The link to the paper copy', { mustBeHttps: true })
      .transform((url) => url ?? undefined)
      .optional(),
  })
  .transform((value) => (value.words || value.url ? value : undefined))
  .optional()

export const Details = z.strictObject({
  ...choiceFields,
  series: lineField('The series', limits.series),
  issue: lineField('The issue', limits.issue),
  languages: z
    .array(languageInput, 'The languages must be a list.')
    .max(
      limits.zineLanguages,
      say(
        msg`A zine can have at most ${plural({ languages: limits.zineLanguages }, { one: '# language', other: '# languages' })}.`,
      ),
    )
    .transform((all) => (all.length > 0 ? [...new Set(all)] : undefined))
    .optional(),
  madeIn: lineField('The place', limits.madeIn),
  year,
  subjects: lineListField('A subject', {
    maxLength: limits.subject,
    maxItems: limits.zineSubjects,
    pluralName: 'Subjects',
  }),
  with: lineListField('A name', {
    maxLength: limits.name,
    maxItems: limits.zineContributors,
    pluralName: 'Names',
  }),
  paper,
})
export type Details = z.infer<typeof Details>

const draftListField = (name: string, maxLength: number, maxItems: number, pluralName: string) =>
  z
    .array(untrimmedText(name, maxLength), `${pluralName} must be a list.`)
    .max(maxItems, `A zine can have at most ${maxItems} ${pluralName.toLowerCase()}.`)
    .optional()

/** Draft texts stay untrimmed, so that the caret stays in place. Publishing validates them. */
export const DraftDetails = z.strictObject({
  ...choiceFields,
  series: untrimmedText('The series', limits.series).optional(),
  issue: untrimmedText('The issue', limits.issue).optional(),
  languages: draftListField('A language', limits.languageTag, limits.zineLanguages, 'Languages'),
  madeIn: untrimmedText('The place', limits.madeIn).optional(),
  year: yearNumber.min(0).max(9999).optional(),
  subjects: draftListField('A subject', limits.subject, limits.zineSubjects, 'Subjects'),
  with: draftListField('A name', limits.name, limits.zineContributors, 'Names'),
  paper: z
    .strictObject({
      words: untrimmedText('The text about the paper copy', limits.paperText).optional(),
      url: untrimmedText('The link to the paper copy', limits.website).optional(),
    })
    .optional(),
})
export type DraftDetails = z.infer<typeof DraftDetails>

/** The note that readers see before a zine, and whether it covers the pages until they agree. */
export const ContentNote = z.object({ text: z.string(), coversPages: z.boolean() })
export type ContentNote = z.infer<typeof ContentNote>

const coversPages = z.boolean('coversPages must be true or false.').default(false)

export const contentNoteInput = z
  .strictObject({ text: text('The content note', limits.contentNote, toOneLine), coversPages })
  .transform((note) => (note.text ? note : null))
  .nullable()

export const draftContentNote = z
  .strictObject({ text: untrimmedText('The content note', limits.contentNote), coversPages })
  .nullable()
  .default(null)

/** The note that readers must accept before they see this page. */
export const pageContentNote = text('The content note of a page', limits.contentNote, toOneLine).default('')
export const draftPageContentNote = untrimmedText('The content note of a page', limits.contentNote).default('')
