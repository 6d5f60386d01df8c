import type pg from 'pg'
import { kindNames, licenceUrl, rightsNames } from '#contract/detail-choices.ts'
import type { Details } from '#contract/details.ts'
import { inEnglish } from '#contract/in-english.ts'
import { seriesAddress } from '#contract/series-address.ts'
import type { FullZine } from '#contract/zines.ts'
import { notFound } from '#server/http/errors.ts'
import { readZine } from '#server/zines/zines.queries.ts'

export const zineUrl = (publicUrl: string, id: string) => `${publicUrl}/zine/${id}`
export const seriesUrl = (publicUrl: string, { creatorId, series }: Pick<FullZine, 'creatorId' | 'series'>) =>
  series && publicUrl + seriesAddress(creatorId, series.slug)

export const genresOf = ({ kind }: Details) =>
  kind && kind !== 'other' ? ['Zine', inEnglish(kindNames[kind])] : ['Zine']

export const rightsOf = ({ rights = 'reserved' }: Details) => ({
  name: inEnglish(rightsNames[rights]),
  address: licenceUrl(rights),
})

export const publicationDate = ({ details, createdAt }: Pick<FullZine, 'details' | 'createdAt'>) =>
  details.year ? String(details.year).padStart(4, '0') : createdAt.slice(0, 10)

export const contentNotesOf = ({ contentNote, pages }: Pick<FullZine, 'contentNote' | 'pages'>) => [
  ...new Set([contentNote?.text ?? '', ...pages.map((page) => page.contentNote)].filter(Boolean)),
]

export const isVideo = ({ pages }: Pick<FullZine, 'pages'>) => pages.some(({ kind }) => kind === 'video')

export async function openZine(pool: pg.Pool, viewer: string | null, id: string): Promise<FullZine> {
  const zine = await readZine(pool, viewer, id)
  if (!zine) throw notFound('zine')
  return JSON.parse(zine)
}
