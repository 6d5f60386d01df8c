import type pg from 'pg'
import type { Project } from '#contract/projects.ts'
import { Refusal } from '#server/http/errors.ts'
import type { OwnProject } from './project-json.ts'
import {
  findUnrestored,
  findUnsaved,
  type Restore,
  restoreVersion,
  type Save,
  saveProject,
  type Unwritten,
} from './save-project.queries.ts'

/** The JSON text of the project with the text given; undefined when there is no such project. */
export const updateProject = (pool: pg.Pool, own: OwnProject, given: Save) =>
  settled(given.base, {
    write: () => saveProject(pool, own, given),
    find: () => findUnsaved(pool, own, given),
    show: given.isBrief ? briefly : JSON.stringify,
  })

/** The JSON text of the project with the text of an earlier version; undefined when there is no such version. */
export const restoreProjectVersion = (pool: pg.Pool, own: OwnProject, given: Restore) =>
  settled(given.base, {
    write: () => restoreVersion(pool, own, given),
    find: () => findUnrestored(pool, own, given),
    show: JSON.stringify,
  })

const briefly = ({ notes: _known, ...project }: Project) => JSON.stringify(project)

type Steps = {
  write: () => Promise<string | undefined>
  find: () => Promise<Unwritten | undefined>
  show: (project: Project) => string
}

/** Tries again while others were quicker, unless they changed what this text was made from. */
async function settled(base: number | undefined, { write, find, show }: Steps) {
  for (;;) {
    const written = await write()
    if (written) return written
    const found = await find()
    if (!found) return undefined
    if (found.isSame) return show(found.project)
    if (base !== undefined && base !== found.project.version) throw changedElsewhere(found.project)
  }
}

const changedElsewhere = (project: Project) =>
  new Refusal(
    'changed_elsewhere',
    'This project was changed somewhere else in the meantime. Nothing was overwritten.',
    { project },
  )
