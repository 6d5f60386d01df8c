import type pg from 'pg'
import { issueNumber, seriesSlug } from '#contract/series.ts'
import { usernameKey } from '#server/auth/usernames/username-key.ts'
import { copyRows } from './copy-rows.ts'
import type { Creator, Favorite, Page, Zine } from './generate.ts'
import type { Picture } from './pictures.ts'

export async function copyCreators(client: pg.ClientBase, creators: Creator[]) {
  const users = creators.map(({ id, username, joined }) => ({
    id,
    username,
    name: username,
    created_at: joined,
    updated_at: joined,
    email: `${usernameKey(username)}@example.org`,
    username_key: usernameKey(username),
  }))
  await copyRows(client, 'users', users.values(), false)
  const profiles = creators.map(({ id, bio, website, joined }) => ({
    user_id: id,
    bio,
    website_url: website,
    created_at: joined,
    updated_at: joined,
  }))
  await copyRows(client, 'profiles', profiles.values(), false)
}

export async function copyZines(client: pg.ClientBase, zines: Zine[]) {
  const rows = zines.map(({ id, creator, title, description, ...zine }) => ({
    id,
    creator_id: creator,
    title,
    description,
    created_at: zine.created,
    aspect_ratio: zine.aspectRatio,
    page_count: zine.pageCount,
  }))
  await copyRows(client, 'zines', rows.values())
  const details = zines.map(({ id, creator, details }) => ({
    zine_id: id,
    creator_id: creator,
    details: JSON.stringify(details),
    series_slug: details.series ? seriesSlug(details.series) : null,
    issue_number: String(issueNumber(details.issue)),
  }))
  await copyRows(client, 'zine_details', details.values())
}

/** Every page has its own media row, as the app requires, though many share the same content. */
export async function copyPages(client: pg.ClientBase, pages: Page[], pictures: Picture[]) {
  const media = pages.map(({ media, creator, picture, created }) => {
    const { hash, width, height, placeholder, byteSize } = pictures[picture] as Picture
    return {
      id: media,
      owner_id: creator,
      kind: 'image',
      extension: 'webp',
      created_at: created,
      hash,
      width,
      height,
      placeholder,
      byte_size: byteSize,
    }
  })
  await copyRows(client, 'media', media.values())
  const places = pages.map(({ zine, position, media, altText }) => ({
    zine_id: zine,
    position,
    media_id: media,
    alt_text: altText,
  }))
  return copyRows(client, 'zine_pages', places.values())
}

export const copyFavorites = (client: pg.ClientBase, favorites: IteratorObject<Favorite>) =>
  copyRows(
    client,
    'favorites',
    favorites.map(({ user, zine, created }) => ({ user_id: user, zine_id: zine, created_at: created })),
  )
