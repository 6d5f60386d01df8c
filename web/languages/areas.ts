const folders = {
  site: ['home', 'site', 'ui/states', 'ui/toasts'],
  making: [
    'drafts',
    'editor',
    'fair-kit',
    'focus',
    'import',
    'layout',
    'print/bleed',
    'print/plates',
    'projects',
    'session',
    'typeset',
    'upload',
  ],
  account: ['accounts/callback', 'accounts/recovery', 'accounts/sign-in', 'settings', 'sign-out'],
  moderation: ['reports'],
}
/** Other files that the home page and the frame of every page import. */
const siteFiles = new Set([
  'web/document.tsx',
  'web/favorites/favorite-button.tsx',
  'web/ui/controls/link.tsx',
  'web/ui/load-state.tsx',
  'web/ui/use-lazy-component.ts',
  'web/zines/zine-card.tsx',
  'web/zines/zines-tab.tsx',
])
/** Files of those folders that pages of readers import, or that the home page loads later. */
const readingFiles = new Set([
  'web/accounts/sign-in/sign-in-links.ts',
  'web/drafts/create-draft.tsx',
  'web/fair-kit/fair-kit-button.tsx',
  'web/fair-kit/shelf-fair-kit.tsx',
  'web/home/best-matches.tsx',
  'web/home/filter-form.tsx',
  'web/home/filter-line.tsx',
  'web/home/filter-sheet.tsx',
  'web/home/following-tab.tsx',
  'web/home/other-tab.tsx',
  'web/projects/skeleton-tickets.tsx',
  'web/reports/decision-details.tsx',
  'web/reports/open-mail-link.tsx',
  'web/site/theme-select.tsx',
  'web/upload/upload-rules.ts',
])
const labels =
  /^contract\/(detail-choices|media-formats|registration|report-reasons|subjects|paper-names|web-address)\.ts$/

/** Parts of a catalogue: `site` comes with every page, `reading` with all but the home page, and `server` has the emails. */
export type Area = keyof typeof folders | 'reading' | 'server'

/** The areas that browsers load when they need them. */
export const lazyAreas = ['reading', 'making', 'account', 'moderation'] as const
export type LazyArea = (typeof lazyAreas)[number]

const areasByFolder = Object.entries(folders).flatMap(([area, names]) =>
  names.map((name) => [`web/${name}/`, area as 'site' | LazyArea] as const),
)

/** The area of a file in `web/`, by its folder: also that of a page. */
export const areaOfFolder = (path: string) =>
  areasByFolder.find(([folder]) => path.startsWith(folder))?.[1] ?? 'reading'

/** The area of a sentence, by the path of a source file that uses it. */
export function areaOf(path: string): Area {
  if (siteFiles.has(path)) return 'site'
  if (readingFiles.has(path)) return 'reading'
  return path.startsWith('web/') ? areaOfFolder(path) : labels.test(path) ? 'reading' : 'server'
}
