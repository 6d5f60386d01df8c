import * as choices from '#contract/detail-choices.ts'
import type { ContentNote, DraftDetails } from '#contract/details.ts'
import { languageName } from './language-names.ts'

/** The metadata a creator edits besides title and description. */
export type Said = { details: DraftDetails; contentNote: ContentNote | null }

/** An updater function, because other fields may change meanwhile. */
type SaidChange = (last: Said) => Said

export type SaidProps = { said: Said; busy: boolean; onChange: (change: SaidChange) => void }

export const nothingSaid: Said = { details: {}, contentNote: null }

export const sayDetail =
  <Name extends keyof DraftDetails>(name: Name, value: DraftDetails[Name]): SaidChange =>
  (last) => {
    const { [name]: _, ...others } = last.details
    return { ...last, details: isEmpty(value) ? others : { ...others, [name]: value } }
  }

const isEmpty = (value: unknown) =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

export const sayPaper =
  (part: 'words' | 'url', value: string): SaidChange =>
  (last) => {
    const { [part]: _, ...other } = last.details.paper ?? {}
    const paper = value ? { ...other, [part]: value } : other
    return sayDetail('paper', Object.keys(paper).length > 0 ? paper : undefined)(last)
  }

export const sayNote =
  (text: string): SaidChange =>
  (last) => ({
    ...last,
    contentNote: text ? { text, coversPages: last.contentNote?.coversPages ?? false } : null,
  })

export const coverPages =
  (coversPages: boolean): SaidChange =>
  (last) => ({ ...last, contentNote: last.contentNote && { ...last.contentNote, coversPages } })

export const isAnythingSaid = ({ details, contentNote }: Said) =>
  contentNote !== null || Object.values(details).some((value) => !isEmpty(value))

/** All details as one line of text. */
export const detailWords = ({ paper, ...details }: DraftDetails) =>
  [
    [details.series, details.issue].filter(Boolean).join(' '),
    ...(details.subjects ?? []),
    details.kind && choices.kindNames[details.kind],
    ...(details.languages ?? []).map(languageName),
    [details.madeIn, details.year].filter(Boolean).join(' '),
    ...(details.with ?? []),
    paper?.words,
    paper?.url,
    details.size && choices.sizeNames[details.size],
    details.binding && choices.bindingNames[details.binding],
    details.rights && choices.rightsNames[details.rights],
    details.ai && choices.shareNames[details.ai],
  ]
    .filter(Boolean)
    .join(' · ')
