import { kindNames } from '#contract/detail-choices.ts'
import type { Filters } from '#contract/filters.ts'

type Search = { text: string; popular: boolean; filters: Filters }

/** What a search is called where its results are listed. */
export function searchTitle({ text, popular, filters }: Search) {
  const { language, kind, subject, series, year, copy, paper } = filters
  const said = [
    text && `“${text}”`,
    ...[language, kind && kindNames[kind], subject, series, year],
    copy && 'may be copied',
    paper && 'on paper',
  ].filter(Boolean)
  const list = popular ? 'Popular zines' : 'New zines'
  return said.length > 0 ? `${list}: ${said.join(', ')}` : list
}
