import type { ExportEntry } from './exported.ts'
import { readAccount, readProfile } from './read-account.ts'
import { listFavorites, listFocusSessions, listFollows } from './read-lists.ts'
import { listProjects, listProjectVersions } from './read-projects.ts'
import { listZines } from './read-zines.ts'

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
