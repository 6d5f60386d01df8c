import type pg from 'pg'
import { issueNumber, seriesSlug } from '#contract/series.ts'
import { usernameKey } from '#server/db/username-key.ts'
import { copyRows } from './copy-rows.ts'
import type { Creator, Favorite, Page, Zine } from './generate.ts'
import type { Picture } from './pictures.ts'

export async function copyCreators(client: pg.ClientBase, creators: Creator[]) {
  const frozen = false
  const dates = { created_at: joined, updated_at: joined }
  const users = {
    id: ({ id }: Creator) => id,
    email: ({ username }: Creator) => `${usernameKey(username)}@example.org`,
    username: ({ username }: Creator) => username,
    username_key: ({ username }: Creator) => usernameKey(username),
    name: ({ username }: Creator) => username,
    ...dates,
  }
  await copyRows(client, creators, { table: 'users', columns: users, frozen })
  const profiles = {
    user_id: ({ id }: Creator) => id,
    bio: ({ bio }: Creator) => bio,
    website_url: ({ website }: Creator) => website,
    ...dates,
  }
  await copyRows(client, creators, { table: 'profiles', columns: profiles, frozen })
}

const joined = (creator: Creator) => creator.joined

export const copyZines = (client: pg.ClientBase, zines: Zine[], frozen: boolean) =>
  copyRows(client, zines, {
    table: 'zines',
    columns: {
      id: ({ id }) => id,
      creator_id: ({ creator }) => creator,
      title: ({ title }) => title,
      description: ({ description }) => description,
      aspect_ratio: ({ aspectRatio }) => aspectRatio,
      page_count: ({ pageCount }) => pageCount,
      created_at: ({ created }) => created,
    },
    frozen,
  })

export const copyDetails = (client: pg.ClientBase, zines: Zine[], frozen: boolean) =>
  copyRows(client, zines, {
    table: 'zine_details',
    columns: {
      zine_id: ({ id }) => id,
      creator_id: ({ creator }) => creator,
      details: ({ details }) => JSON.stringify(details),
      series_slug: ({ details: { series } }) => (series ? seriesSlug(series) : null),
      issue_number: ({ details: { issue } }) => String(issueNumber(issue)),
    },
    frozen,
  })

type Shown = { pages: Page[]; pictures: Picture[] }

/** Every page is an upload of its own, as the app requires, though many share their content. */
export async function copyPages(client: pg.ClientBase, { pages, pictures }: Shown, frozen: boolean) {
  const pictureOf = ({ picture }: Page) => pictures[picture] as Picture
  const media = {
    id: ({ media }: Page) => media,
    owner_id: ({ creator }: Page) => creator,
    kind: () => 'image',
    hash: (page: Page) => pictureOf(page).hash,
    extension: () => 'webp',
    width: (page: Page) => pictureOf(page).width,
    height: (page: Page) => pictureOf(page).height,
    placeholder: (page: Page) => pictureOf(page).placeholder,
    byte_size: (page: Page) => pictureOf(page).byteSize,
    created_at: ({ created }: Page) => created,
  }
  await copyRows(client, pages, { table: 'media', columns: media, frozen })
  const places = {
    zine_id: ({ zine }: Page) => zine,
    position: ({ position }: Page) => position,
    media_id: ({ media }: Page) => media,
    alt_text: ({ altText }: Page) => altText,
  }
  return copyRows(client, pages, { table: 'zine_pages', columns: places, frozen })
}

export const copyFavorites = (client: pg.ClientBase, favorites: Iterable<Favorite>, frozen: boolean) =>
  copyRows(client, favorites, {
    table: 'favorites',
    columns: {
      user_id: ({ user }) => user,
      zine_id: ({ zine }) => zine,
      created_at: ({ created }) => created,
    },
    frozen,
  })
