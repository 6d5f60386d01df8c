import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { Config } from '#server/config.ts'
import { sessionCookie } from '#server/http/session.ts'
import { signValue } from '#server/http/signed-cookie.ts'
import { createProject } from '#server/projects/create-project.queries.ts'
import { randomFrom } from './seed/random.ts'
import { makeVocabulary } from './seed/words.ts'

/** A member who is writing: the project, the version it is at, and the session. */
export type Editor = { userId: string; projectId: string; version: number; cookie: string }

export const editorCount = 50

/** Seats creators of the library at a project each, of 100 kB; those of an earlier run are taken away. */
export async function seatEditors(pool: pg.Pool, config: Config, creators: string[]): Promise<Editor[]> {
  const title = 'Autosave bench'
  await pool.query(
    `delete from projects p using project_versions v where v.project_id = p.id and v.title = $1`,
    [title],
  )
  const seat = async (userId: string) => {
    const project = await createProject(pool, userId, { id: undefined, title, notes: longNotes })
    const cookie = await signedIn(pool, config, userId)
    return { userId, projectId: JSON.parse(project).id as string, version: 1, cookie }
  }
  return Promise.all(creators.slice(0, editorCount).map(seat))
}

async function signedIn(pool: pg.Pool, config: Config, userId: string) {
  const token = randomBytes(16).toString('hex')
  await pool.query(
    `insert into sessions (user_id, token, expires_at) values ($1, $2, now() + interval '30 days')`,
    [userId, token],
  )
  const cookie = sessionCookie(config, encodeURIComponent(signValue(token, config.secret)))
  return cookie.split(';', 1)[0] ?? ''
}

/** 100 kB as people write: the frequent words often, now and then a line’s end and a letter beyond ASCII. */
export const longNotes = write(100_000)

function write(bytes: number) {
  const random = randomFrom(11)
  const words = makeVocabulary()
  let text = ''
  while (text.length < bytes * 0.99) {
    const word = words[Math.floor(words.length ** random()) - 1] ?? ''
    text += word + (random() < 0.05 ? '.\n' : random() < 0.02 ? ' – ' : ' ')
  }
  return text
}
