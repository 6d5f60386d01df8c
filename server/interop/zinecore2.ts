import { aiShareNames, bindingNames, sizeNames } from '#contract/detail-choices.ts'
import { inEnglish } from '#contract/in-english.ts'
import type { FullZine } from '#contract/zines.ts'
import { contentNotesOf, genresOf, isVideo, publicationDate, rightsOf, seriesUrl, zineUrl } from './zine-description.ts'

const notStated = 'Not stated'
/** ISO 639-2 code for a language that is not stated. */
const undetermined = 'und'

/** Uses the names that the ZineCore2 server sends and imports. Its required fields are always present. */
export function zineCore2(zine: FullZine, publicUrl: string) {
  const { details, series } = zine
  const address = zineUrl(publicUrl, zine.id)
  return {
    '@context': 'https://zinecore.org/v2/zine',
    '@type': 'Zine',
    '@id': address,
    id: zine.id,
    title: zine.title,
    creator: [zine.creator.username],
    subject: details.subjects ?? [notStated],
    genre: genresOf(details),
    date: [publicationDate(zine)],
    language: details.languages ?? [undetermined],
    rights: [rightsOf(details).name],
    identifier: [address, `urn:uuid:${zine.id}`],
    source: [new URL(publicUrl).host],
    ...(series && { series_title: series.title, relation: [seriesUrl(publicUrl, zine)] }),
    ...(details.issue && { issue_designation: details.issue }),
    ...(zine.printing > 1 && { edition_statement: `Printing ${zine.printing}` }),
    ...(details.with && { contributor: details.with }),
    ...(zine.description && { description: [zine.description] }),
    ...(details.madeIn && { coverage: [details.madeIn] }),
    ...physicalFields(zine),
    ...(publicNotes(zine).length > 0 && { public_notes: publicNotes(zine) }),
  }
}

const physicalFields = ({ details: { size, binding }, ...zine }: FullZine) => ({
  ...(!isVideo(zine) && { number_of_pages: String(zine.pageCount) }),
  format: isVideo(zine) ? 'Video' : 'Digital images',
  ...(size && { physical_dimensions: inEnglish(sizeNames[size]) }),
  ...(binding && { binding_features: inEnglish(bindingNames[binding]) }),
})

const publicNotes = (zine: FullZine) => [
  ...contentNotesOf(zine).map((note) => `Content note: ${note}`),
  ...(zine.details.paper
    ? [`On paper: ${[zine.details.paper.words, zine.details.paper.url].filter(Boolean).join(' ')}`]
    : []),
  ...(zine.details.ai ? [inEnglish(aiShareNames[zine.details.ai])] : []),
]
