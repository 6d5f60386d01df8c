import { i18n } from '@lingui/core'
import * as choices from '#contract/detail-choices.ts'
import type { ContentNote, DraftDetails } from '#contract/details.ts'
import { languageName } from './language-names.ts'

/** The metadata a creator edits besides title and description. */
export type ZineMetadata = { details: DraftDetails; contentNote: ContentNote | null }

/** An updater function, because other fields may change meanwhile. */
type MetadataChange = (current: ZineMetadata) => ZineMetadata

export type MetadataProps = {
  metadata: ZineMetadata
  busy: boolean
  onChange: (change: MetadataChange) => void
}

export const emptyMetadata: ZineMetadata = { details: {}, contentNote: null }

export const setDetail =
  <Name extends keyof DraftDetails>(name: Name, value: DraftDetails[Name]): MetadataChange =>
  (current) => {
    const { [name]: _, ...others } = current.details
    return { ...current, details: isEmpty(value) ? others : { ...others, [name]: value } }
  }

const isEmpty = (value: unknown) => value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

export const setPaper =
  (part: 'words' | 'url', value: string): MetadataChange =>
  (current) => {
    const { [part]: _, ...other } = current.details.paper ?? {}
    const paper = value ? { ...other, [part]: value } : other
    return setDetail('paper', Object.keys(paper).length > 0 ? paper : undefined)(current)
  }

export const setContentNote =
  (text: string): MetadataChange =>
  (current) => ({
    ...current,
    contentNote: text ? { text, coversPages: current.contentNote?.coversPages ?? false } : null,
  })

export const setCoversPages =
  (coversPages: boolean): MetadataChange =>
  (current) => ({ ...current, contentNote: current.contentNote && { ...current.contentNote, coversPages } })

export const hasMetadata = ({ details, contentNote }: ZineMetadata) =>
  contentNote !== null || Object.values(details).some((value) => !isEmpty(value))

/** All details as one line of text. */
export const detailsText = ({ paper, ...details }: DraftDetails) =>
  [
    [details.series, details.issue].filter(Boolean).join(' '),
    ...(details.subjects ?? []),
    details.kind && i18n._(choices.kindNames[details.kind]),
    ...(details.languages ?? []).map((tag) => languageName(i18n.locale, tag)),
    [details.madeIn, details.year].filter(Boolean).join(' '),
    ...(details.with ?? []),
    paper?.words,
    paper?.url,
    details.size && i18n._(choices.sizeNames[details.size]),
    details.binding && i18n._(choices.bindingNames[details.binding]),
    details.rights && i18n._(choices.rightsNames[details.rights]),
    details.ai && i18n._(choices.aiShareNames[details.ai]),
  ]
    .filter(Boolean)
    .join(' · ')

/** The language of a draft's texts, if its creator has declared exactly one. */
export const soleLanguage = ({ languages = [] }: DraftDetails) => (languages.length === 1 ? languages[0] : null)
