import { bindingNames, sizeNames } from '#contract/detail-choices.ts'
import type { OpenZine } from '#contract/zines.ts'
import { element, escaped, xmlHead } from '#server/feeds/xml.ts'
import { dateOf, genresOf, isVideo, notesOf, rightsOf, seriesUrl, zineUrl } from './described.ts'

const namespaces = {
  'xmlns:oai_dc': 'http://www.openarchives.org/OAI/2.0/oai_dc/',
  'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
  'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
  'xsi:schemaLocation':
    'http://www.openarchives.org/OAI/2.0/oai_dc/ http://www.openarchives.org/OAI/2.0/oai_dc.xsd',
}

export function dublinCore(zine: OpenZine, publicUrl: string) {
  const lines = Object.entries(elements(zine, publicUrl)).flatMap(([name, values]) =>
    values.filter(Boolean).map((value) => `  ${element(`dc:${name}`, {}, escaped(String(value)))}`),
  )
  return `${xmlHead}${element('oai_dc:dc', namespaces, `\n${lines.join('\n')}\n`)}\n`
}

const elements = (zine: OpenZine, publicUrl: string) => ({
  title: [zine.title],
  creator: [zine.creator.username],
  subject: zine.details.subjects ?? [],
  description: [zine.description, ...notesOf(zine).map((note) => `Content note: ${note}`)],
  contributor: zine.details.with ?? [],
  date: [dateOf(zine)],
  type: [isVideo(zine) ? 'MovingImage' : 'StillImage', ...genresOf(zine.details)],
  format: formatOf(zine),
  identifier: [zineUrl(publicUrl, zine.id), `urn:uuid:${zine.id}`],
  language: zine.details.languages ?? [],
  relation: [seriesLine(zine), seriesUrl(publicUrl, zine)],
  coverage: [zine.details.madeIn],
  rights: [rightsOf(zine.details).name, rightsOf(zine.details).address],
})

const formatOf = ({ details: { size, binding }, pageCount, ...zine }: OpenZine) => [
  isVideo(zine) ? 'video' : `${pageCount} ${pageCount === 1 ? 'page' : 'pages'}`,
  size && sizeNames[size],
  binding && bindingNames[binding],
]

const seriesLine = ({ series, details: { issue } }: OpenZine) =>
  series && (issue ? `${series.title}, ${issue}` : series.title)
