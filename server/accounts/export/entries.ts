import type { Db } from '../../db/connection.ts'
import { readAccount } from './read-account.ts'
import { listFavorites } from './read-favorites.ts'
import { listFocusSessions } from './read-focus-sessions.ts'
import { listFollows } from './read-follows.ts'
import { readProfile } from './read-profile.ts'
import { listProjects, listProjectVersions } from './read-projects.ts'
import { listZines } from './read-zines.ts'

/** A file of media that goes along: its place in the zip, and its address on the site. */
export type ExportedMedia = { file: string; address: string }

/**
 * One JSON file of the download: an object, or a list that is read bit by bit. What it tells is the member's alone:
 * no secrets, and of others no more than everybody can see.
 */
export type ExportEntry = {
  file: string
  read(db: Db, userId: string): Promise<Exported> | AsyncIterable<Exported>
}
export type Exported = object & { media?: ExportedMedia[] }

/** Everything that is a member's, in the order of the download. A feature that keeps something more adds a line. */
export const exportEntries: ExportEntry[] = [
  { file: 'profile.json', read: readProfile },
  { file: 'account.json', read: readAccount },
  { file: 'zines.json', read: listZines },
  { file: 'favorites.json', read: listFavorites },
  { file: 'follows.json', read: listFollows },
  { file: 'projects.json', read: listProjects },
  { file: 'project-versions.json', read: listProjectVersions },
  { file: 'focus-sessions.json', read: listFocusSessions },
]
