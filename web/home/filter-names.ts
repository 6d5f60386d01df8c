import { kindNames } from '#contract/detail-choices.ts'
import { type FilterName, type Filters, filterNames } from '#contract/filters.ts'
import { languageName } from '#web/details/language-names.ts'

/** How people say each filter. */
const sayings: { [Name in FilterName]: (said: NonNullable<Filters[Name]>) => string } = {
  language: (tag) => `In ${languageName(tag)}`,
  kind: (kind) => kindNames[kind],
  subject: (subject) => `About ${subject}`,
  series: (title) => `Series ${title}`,
  year: (year) => `From ${year.endsWith('s') ? 'the ' : ''}${year}`,
  copy: () => 'May be copied',
  paper: () => 'On paper',
}

/** The filters that are on, in words. */
export const saidFilters = (filters: Filters) =>
  filterNames.flatMap((name) => {
    const said = filters[name]
    return said ? [{ name, words: (sayings[name] as (said: string) => string)(said) }] : []
  })
