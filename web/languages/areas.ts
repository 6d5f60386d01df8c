const folders = {
  making: ['drafts', 'editor', 'focus', 'import', 'layout', 'projects', 'session', 'typeset', 'upload'],
  account: ['accounts/callback', 'accounts/recovery', 'accounts/sign-in', 'settings', 'sign-out'],
  moderation: ['reports'],
}
/** Files of those folders that pages of readers import. */
const shared = new Set([
  'web/accounts/sign-in/sign-in-links.ts',
  'web/drafts/create-draft.tsx',
  'web/projects/skeleton-tickets.tsx',
  'web/reports/decision-details.tsx',
  'web/reports/open-mail-link.tsx',
  'web/upload/upload-rules.ts',
])
const labels =
  /^contract\/(detail-choices|media-formats|registration|report-reasons|subjects|paper-names|web-address)\.ts$/

/** Parts of a catalogue: `reading` comes with every page, and `server` has the emails. */
export type Area = keyof typeof folders | 'reading' | 'server'

const areasByFolder = Object.entries(folders).flatMap(([area, names]) =>
  names.map((name) => [`web/${name}/`, area as Area] as const),
)

/** The area of a sentence, by the path of a source file that uses it. */
export function areaOf(path: string): Area {
  if (shared.has(path)) return 'reading'
  if (path.startsWith('web/')) return areasByFolder.find(([folder]) => path.startsWith(folder))?.[1] ?? 'reading'
  return labels.test(path) ? 'reading' : 'server'
}
