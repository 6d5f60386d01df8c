import { z } from 'zod'
import { bindings, rights, shares, sizes } from './detail-choices.ts'
import { text, typed } from './endpoint.ts'
import { kinds } from './kinds.ts'
import { canonicalLanguage } from './language-tag.ts'
import * as limits from './limits.ts'
import { oneLine } from './one-line.ts'
import { webAddressField } from './profile-fields.ts'

/** Missing details are omitted. */

const choice = <Choice extends string>(name: string, choices: readonly Choice[]) =>
  z.enum(choices, `${name} must be one of ${choices.join(', ')}.`).optional()

const chosen = {
  kind: choice('The kind', kinds),
  rights: choice('The rights', rights),
  ai: choice('ai', shares),
  size: choice('The size', sizes),
  binding: choice('The binding', bindings),
}

const orNone = (value: string) => value || undefined
const line = (name: string, max: number) => text(name, max, oneLine).transform(orNone).optional()

/** A list of one-line texts without blank or repeated entries; undefined if none remain. */
const lines = (name: string, { each, most, many }: { each: number; most: number; many: string }) =>
  z
    .array(text(name, each, oneLine), `${many} must be a list.`)
    .max(most, `A zine can have at most ${most} ${many.toLowerCase()}.`)
    .transform((all) => [...new Set(all.filter(Boolean))])
    .transform((all) => (all.length > 0 ? all : undefined))
    .optional()

const language = z.string('A language must be text.').transform((tag, { issues }) => {
  const canonical = canonicalLanguage(tag)
  if (canonical) return canonical
  issues.push({ code: 'custom', message: 'Unknown language. Use a tag such as en or pt-BR.', input: tag })
  return z.NEVER
})

const wholeYear = z.int(`The year must be a whole number between ${limits.oldestYear} and this year.`)

const year = wholeYear
  .min(limits.oldestYear, `The year must be ${limits.oldestYear} or later.`)
  .refine((value) => value <= new Date().getUTCFullYear() + 1, 'The year cannot be in the future.')
  .optional()

/** Text, a URL, or both. Stored http: URLs are still shown, but new ones must use https:. */
const paper = z
  .strictObject({
    words: line('The text about the paper copy', limits.paperWords),
    url: webAddressField('The link to the paper copy', { mustBeHttps: true })
      .transform((url) => url ?? undefined)
      .optional(),
  })
  .transform((said) => (said.words || said.url ? said : undefined))
  .optional()

export const Details = z.strictObject({
  ...chosen,
  series: line('The series', limits.series),
  issue: line('The issue', limits.issue),
  languages: z
    .array(language, 'The languages must be a list.')
    .max(limits.zineLanguages, `A zine can have at most ${limits.zineLanguages} languages.`)
    .transform((all) => (all.length > 0 ? [...new Set(all)] : undefined))
    .optional(),
  madeIn: line('The place', limits.madeIn),
  year,
  subjects: lines('A subject', { each: limits.subject, most: limits.zineSubjects, many: 'Subjects' }),
  with: lines('A name', { each: limits.name, most: limits.zineContributors, many: 'Names' }),
  paper,
})
export type Details = z.infer<typeof Details>

const typedList = (name: string, each: number, most: number, many: string) =>
  z
    .array(typed(name, each), `${many} must be a list.`)
    .max(most, `A zine can have at most ${most} ${many.toLowerCase()}.`)
    .optional()

/** Draft texts stay untrimmed, so that the caret stays in place. Publishing validates them. */
export const DraftDetails = z.strictObject({
  ...chosen,
  series: typed('The series', limits.series).optional(),
  issue: typed('The issue', limits.issue).optional(),
  languages: typedList('A language', limits.languageTag, limits.zineLanguages, 'Languages'),
  madeIn: typed('The place', limits.madeIn).optional(),
  year: wholeYear.min(0).max(9999).optional(),
  subjects: typedList('A subject', limits.subject, limits.zineSubjects, 'Subjects'),
  with: typedList('A name', limits.name, limits.zineContributors, 'Names'),
  paper: z
    .strictObject({
      words: typed('The text about the paper copy', limits.paperWords).optional(),
      url: typed('The link to the paper copy', limits.website).optional(),
    })
    .optional(),
})
export type DraftDetails = z.infer<typeof DraftDetails>

/** The note that readers see before a zine, and whether it covers the pages until they agree. */
export const ContentNote = z.object({ text: z.string(), coversPages: z.boolean() })
export type ContentNote = z.infer<typeof ContentNote>

const coversPages = z.boolean('coversPages must be true or false.').default(false)

export const sentNote = z
  .strictObject({ text: text('The content note', limits.contentNote, oneLine), coversPages })
  .transform((note) => (note.text ? note : null))
  .nullable()

export const draftNote = z
  .strictObject({ text: typed('The content note', limits.contentNote), coversPages })
  .nullable()
  .default(null)

/** The note that readers must accept before they see this page. */
export const pageNote = text('The content note of a page', limits.contentNote, oneLine).default('')
export const draftPageNote = typed('The content note of a page', limits.contentNote).default('')
