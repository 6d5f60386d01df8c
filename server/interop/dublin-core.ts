import { bindingNames, sizeNames } from '#contract/detail-choices.ts'
import { inEnglish } from '#contract/in-english.ts'
import type { FullZine } from '#contract/zines.ts'
import { element, escapeXml, xmlHead } from '#server/feeds/xml.ts'
import { contentNotesOf, genresOf, isVideo, publicationDate, rightsOf, seriesUrl, zineUrl } from './zine-description.ts'

const namespaces = {
  'xmlns:oai_dc': 'http://www.openarchives.org/OAI/2.0/oai_dc/',
  'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
  'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
  'xsi:schemaLocation': 'http://www.openarchives.org/OAI/2.0/oai_dc/ http://www.openarchives.org/OAI/2.0/oai_dc.xsd',
}

export function dublinCore(zine: FullZine, publicUrl: string) {
  const lines = Object.entries(elements(zine, publicUrl)).flatMap(([name, values]) =>
    values.filter(Boolean).map((value) => `  ${element(`dc:${name}`, {}, escapeXml(String(value)))}`),
  )
  return `${xmlHead}${element('oai_dc:dc', namespaces, `\n${lines.join('\n')}\n`)}\n`
}

const elements = (zine: FullZine, publicUrl: string) => ({
  title: [zine.title],
  creator: [zine.creator.username],
  subject: zine.details.subjects ?? [],
  description: [zine.description, ...contentNotesOf(zine).map((note) => `Content note: ${note}`)],
  contributor: zine.details.with ?? [],
  date: [publicationDate(zine)],
  type: [isVideo(zine) ? 'MovingImage' : 'StillImage', ...genresOf(zine.details)],
  format: describeFormat(zine),
  identifier: [zineUrl(publicUrl, zine.id), `urn:uuid:${zine.id}`],
  language: zine.details.languages ?? [],
  relation: [formatSeries(zine), seriesUrl(publicUrl, zine)],
  coverage: [zine.details.madeIn],
  rights: [rightsOf(zine.details).name, rightsOf(zine.details).address],
})

const describeFormat = ({ details: { size, binding }, pageCount, ...zine }: FullZine) => [
  isVideo(zine) ? 'video' : `${pageCount} ${pageCount === 1 ? 'page' : 'pages'}`,
  size && inEnglish(sizeNames[size]),
  binding && inEnglish(bindingNames[binding]),
]

const formatSeries = ({ series, details: { issue } }: FullZine) =>
  series && (issue ? `${series.title}, ${issue}` : series.title)
