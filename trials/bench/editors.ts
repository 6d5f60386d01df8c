import type pg from 'pg'
import { createProject } from '#server/projects/projects.queries.ts'
import type { Member } from './members.ts'
import { randomFrom } from './seed/random.ts'
import { makeVocabulary } from './seed/words.ts'

/** A member who is writing: the project, the version it is at, and the session. */
export type Editor = Member & { projectId: string; version: number }

export const editorCount = 50

/** Seats members at a project each, of 100 kB; those of an earlier run are taken away. */
export async function seatEditors(pool: pg.Pool, members: Member[]): Promise<Editor[]> {
  const title = 'Autosave bench'
  await pool.query(
    `delete from projects p using project_versions v where v.project_id = p.id and v.title = $1`,
    [title],
  )
  const seat = async (member: Member) => {
    const project = await createProject(pool, member.userId, { id: undefined, title, notes: longNotes })
    return { ...member, projectId: JSON.parse(project).id as string, version: 1 }
  }
  return Promise.all(members.slice(0, editorCount).map(seat))
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
