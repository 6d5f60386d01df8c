import type { FullZine } from '#contract/zines.ts'
import { element, escapeXml, xmlHead } from '#server/feeds/xml.ts'
import { contentNotesOf, genresOf, rightsOf, zineUrl } from './zine-description.ts'

export function comicInfo(zine: FullZine, publicUrl: string) {
  const present = Object.entries(elements(zine, publicUrl)).filter(([, value]) => value)
  const lines = present.map(([name, value]) => `  ${element(name, {}, escapeXml(String(value)))}\n`)
  return `${xmlHead}${element('ComicInfo', {}, `\n${lines.join('')}  ${pagesElement(zine)}\n`)}\n`
}

const elements = (zine: FullZine, publicUrl: string) => ({
  Title: zine.title,
  Series: zine.series?.title,
  Number: zine.details.issue,
  Summary: zine.description,
  Notes: [...contentNotesOf(zine).map((note) => `Content note: ${note}.`), `${rightsOf(zine.details).name}.`].join(' '),
  ...publicationDate(zine),
  Writer: joinNames([zine.creator.username, ...(zine.details.with ?? [])]),
  Genre: joinNames([...genresOf(zine.details), ...(zine.details.subjects ?? [])]),
  Web: zineUrl(publicUrl, zine.id),
  PageCount: zine.pages.length,
  LanguageISO: zine.details.languages?.[0],
  Manga: zine.readingDirection === 'rtl' ? 'YesAndRightToLeft' : undefined,
})

function publicationDate({ details, createdAt }: FullZine) {
  const [year, month, day] = createdAt.slice(0, 10).split('-').map(Number)
  return details.year ? { Year: details.year } : { Year: year, Month: month, Day: day }
}

const joinNames = (names: string[]) => names.map((name) => name.replace(/\s*,\s*/g, ' ')).join(', ')

const pagesElement = ({ pages }: FullZine) =>
  element(
    'Pages',
    {},
    pages.map((_, index) => element('Page', { Image: index, ...(index === 0 && { Type: 'FrontCover' }) })).join(''),
  )
