import * as choices from '#contract/detail-choices.ts'
import type { DraftDetails } from '#contract/details.ts'
import { languageName } from './language-names.ts'

/** All that a zine says of itself, as one line of text: to compare, and to keep. */
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
