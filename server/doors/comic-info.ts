import type { OpenZine } from '#contract/zines.ts'
import { element, escaped, xmlHead } from '#server/feeds/xml.ts'
import { genresOf, notesOf, rightsOf, zineUrl } from './described.ts'

export function comicInfo(zine: OpenZine, publicUrl: string) {
  const said = Object.entries(elements(zine, publicUrl)).filter(([, value]) => value)
  const lines = said.map(([name, value]) => `  ${element(name, {}, escaped(String(value)))}\n`)
  return `${xmlHead}${element('ComicInfo', {}, `\n${lines.join('')}  ${pagesOf(zine)}\n`)}\n`
}

const elements = (zine: OpenZine, publicUrl: string) => ({
  Title: zine.title,
  Series: zine.series?.title,
  Number: zine.details.issue,
  Summary: zine.description,
  Notes: [...notesOf(zine).map((note) => `Content note: ${note}.`), `${rightsOf(zine.details).name}.`].join(
    ' ',
  ),
  ...dateOf(zine),
  Writer: names([zine.creator.username, ...(zine.details.with ?? [])]),
  Genre: names([...genresOf(zine.details), ...(zine.details.subjects ?? [])]),
  Web: zineUrl(publicUrl, zine.id),
  PageCount: zine.pages.length,
  LanguageISO: zine.details.languages?.[0],
  Manga: zine.readingDirection === 'rtl' ? 'YesAndRightToLeft' : undefined,
})

function dateOf({ details, createdAt }: OpenZine) {
  const [year, month, day] = createdAt.slice(0, 10).split('-').map(Number)
  return details.year ? { Year: details.year } : { Year: year, Month: month, Day: day }
}

const names = (all: string[]) => all.map((name) => name.replace(/\s*,\s*/g, ' ')).join(', ')

const pagesOf = ({ pages }: OpenZine) =>
  element(
    'Pages',
    {},
    pages
      .map((_, index) => element('Page', { Image: index, ...(index === 0 && { Type: 'FrontCover' }) }))
      .join(''),
  )
