import type pg from 'pg'
import { usernameKey } from '#server/auth/usernames/username-key.ts'
import type { Creator, Favorite, Page, Zine } from './generate.ts'
import type { Picture } from './pictures.ts'
import { writeRows } from './write-rows.ts'

export const insertCreators = (client: pg.ClientBase, creators: Creator[]) =>
  writeRows(client, creators, {
    columns: [
      { name: 'id', type: 'uuid', of: (creator) => creator.id },
      { name: 'username', type: 'text', of: (creator) => creator.username },
      { name: 'username_key', type: 'text', of: (creator) => usernameKey(creator.username) },
      { name: 'bio', type: 'text', of: (creator) => creator.bio },
      { name: 'website', type: 'text', of: (creator) => creator.website },
      { name: 'joined', type: 'timestamptz', of: (creator) => creator.joined },
    ],
    statement: `,
      added as (
        insert into users (id, email, username, username_key, name, bio, created_at, updated_at)
        select id, username_key || '@example.org', username, username_key, username, bio, joined, joined from rows
      )
      insert into profiles (user_id, bio, website_url, created_at, updated_at)
      select id, bio, website, joined, joined from rows`,
  })

export const insertZines = (client: pg.ClientBase, zines: Zine[]) =>
  writeRows(client, zines, {
    columns: [
      { name: 'id', type: 'uuid', of: (zine) => zine.id },
      { name: 'creator_id', type: 'uuid', of: (zine) => zine.creator },
      { name: 'title', type: 'text', of: (zine) => zine.title },
      { name: 'description', type: 'text', of: (zine) => zine.description },
      { name: 'aspect_ratio', type: 'text', of: (zine) => zine.aspectRatio },
      { name: 'created_at', type: 'timestamptz', of: (zine) => zine.created },
    ],
    statement: `
      insert into zines (id, creator_id, title, description, aspect_ratio, created_at) select * from rows`,
  })

export async function insertPictures(client: pg.ClientBase, pictures: Picture[]) {
  await client.query(`create temporary table pictures (
    number integer, hash text, width integer, height integer, placeholder text, byte_size integer) on commit drop`)
  await writeRows(client, pictures.entries(), {
    columns: [
      { name: 'number', type: 'int', of: ([number]) => number },
      { name: 'hash', type: 'text', of: ([, picture]) => picture.hash },
      { name: 'width', type: 'int', of: ([, picture]) => picture.width },
      { name: 'height', type: 'int', of: ([, picture]) => picture.height },
      { name: 'placeholder', type: 'text', of: ([, picture]) => picture.placeholder },
      { name: 'byte_size', type: 'int', of: ([, picture]) => picture.byteSize },
    ],
    statement: 'insert into pictures select * from rows',
  })
}

/** Every page is an upload of its own, as the app requires, though many share their content. */
export const insertPages = (client: pg.ClientBase, pages: Iterable<Page>) =>
  writeRows(client, pages, {
    columns: [
      { name: 'media', type: 'uuid', of: (page) => page.media },
      { name: 'zine', type: 'uuid', of: (page) => page.zine },
      { name: 'creator', type: 'uuid', of: (page) => page.creator },
      { name: 'position', type: 'int', of: (page) => page.position },
      { name: 'picture', type: 'int', of: (page) => page.picture },
      { name: 'alt_text', type: 'text', of: (page) => page.altText },
      { name: 'created', type: 'timestamptz', of: (page) => page.created },
    ],
    statement: `,
      added as (
        insert into media
          (id, owner_id, kind, hash, extension, width, height, placeholder, byte_size, created_at)
        select r.media, r.creator, 'image', p.hash, 'webp', p.width, p.height, p.placeholder, p.byte_size, r.created
        from rows r join pictures p on p.number = r.picture
      )
      insert into zine_pages (zine_id, position, media_id, alt_text)
      select zine, position, media, alt_text from rows`,
  })

export const insertFavorites = (client: pg.ClientBase, favorites: Iterable<Favorite>) =>
  writeRows(client, favorites, {
    columns: [
      { name: 'user_id', type: 'uuid', of: (favorite) => favorite.user },
      { name: 'zine_id', type: 'uuid', of: (favorite) => favorite.zine },
      { name: 'created_at', type: 'timestamptz', of: (favorite) => favorite.created },
    ],
    statement: 'insert into favorites (user_id, zine_id, created_at) select * from rows',
  })

/** Rows that follow from others; the search documents by the app's own functions. */
export const derivedRows = `
  analyze users, profiles, zines;
  insert into zine_stats (zine_id, favorite_count)
  select z.id, coalesce(f.favorite_count, 0)
  from zines z left join (select zine_id, count(*) as favorite_count from favorites group by zine_id) f
    on f.zine_id = z.id
  where not exists (select from zine_stats s where s.zine_id = z.id);
  insert into creator_stats (creator_id, zine_count)
  select p.user_id, count(z.id) from profiles p left join zines z on z.creator_id = p.user_id
  where not exists (select from creator_stats s where s.creator_id = p.user_id) group by p.user_id;
  select count(index_creator(user_id)) from profiles p
  where not exists (select from creator_search s where s.creator_id = p.user_id);
  select count(index_zine(id)) from zines z
  where not exists (select from zine_search s where s.zine_id = z.id)`
