import type pg from 'pg'
import { kindNames, licenceAddress, rightsNames } from '#contract/detail-choices.ts'
import type { Details } from '#contract/details.ts'
import { seriesAddress } from '#contract/series-address.ts'
import type { OpenZine } from '#contract/zines.ts'
import { notFound } from '#server/http/errors.ts'
import { readZine } from '#server/zines/zines.queries.ts'

/** What catalogues ask of a zine, in their terms. Where it says nothing of itself this says so, or what holds then. */

export const zineUrl = (publicUrl: string, id: string) => `${publicUrl}/zine/${id}`
export const seriesUrl = (publicUrl: string, { creatorId, series }: Pick<OpenZine, 'creatorId' | 'series'>) =>
  series && publicUrl + seriesAddress(creatorId, series.slug)

/** All of it is zines; the kind is more exact where one is said. */
export const genresOf = ({ kind }: Details) =>
  kind && kind !== 'other' ? ['Zine', kindNames[kind]] : ['Zine']

/** All rights reserved is what holds where nothing is said. */
export const rightsOf = ({ rights = 'reserved' }: Details) => ({
  name: rightsNames[rights],
  address: licenceAddress(rights),
})

/** When it was made as far as its maker says, or when it was published here. */
export const dateOf = ({ details, createdAt }: Pick<OpenZine, 'details' | 'createdAt'>) =>
  details.year ? String(details.year).padStart(4, '0') : createdAt.slice(0, 10)

/** The notes of a zine and of its pages, each once. */
export const notesOf = ({ contentNote, pages }: Pick<OpenZine, 'contentNote' | 'pages'>) => [
  ...new Set([contentNote?.text ?? '', ...pages.map((page) => page.contentNote)].filter(Boolean)),
]

export const isVideo = ({ pages }: Pick<OpenZine, 'pages'>) => pages.some(({ kind }) => kind === 'video')

/** A zine as its page shows it to whoever asks; a hidden one to its maker alone. */
export async function openZine(pool: pg.Pool, viewer: string | null, id: string): Promise<OpenZine> {
  const zine = await readZine(pool, viewer, id)
  if (!zine) throw notFound('zine')
  return JSON.parse(zine)
}
