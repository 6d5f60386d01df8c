import { globSync } from 'node:fs'
import { join } from 'node:path'

const libraries = /node_modules\/(react|react-dom|scheduler|react-router|@tanstack)\//

/** Files of ours, by patterns from the project; one that fits nothing is a mistake, and stops the build. */
function files(...patterns: string[]) {
  const found = new Set(patterns.flatMap(matching))
  return (id: string) => found.has(id.split('?', 1)[0] ?? '')
}

function matching(pattern: string) {
  const cwd = import.meta.dirname
  // Vite writes every path with slashes, also where the system does not.
  const paths = globSync(pattern, { cwd }).map((path) => join(cwd, path).replaceAll('\\', '/'))
  if (paths.length === 0) throw new Error(`chunks.config.ts names ${pattern}, which is not there`)
  return paths
}

/** Which files the browser fetches together: named here where the bundler's own choice made the first load bigger. */
type Chunk = {
  name: string
  test?: RegExp | ((id: string) => boolean)
  priority?: number
  tags?: '$initial'[]
}

export const chunks: Chunk[] = [
  // The entry waits for the first paint, so nothing that it needs may bring the rest along.
  { name: 'first', test: /entry-browser|browser\/reachable|vite\/preload-helper/, priority: 3 },
  // Stands in the document itself, so it may share nothing.
  { name: 'inline', test: files('web/{entry-inline,early-presses,slow-line}.ts'), priority: 3 },
  { name: 'vendor', test: libraries, tags: ['$initial'], priority: 2 },
  // What every page loads, in one file instead of one for each part that a lazy page shares.
  { name: 'site', tags: ['$initial'], priority: 1 },
  // Split by who else needs each part, what home shares with profiles and settings would be bigger.
  {
    name: 'parts',
    test: files(
      'contract/{filters,kinds,language-tag}.ts',
      'web/api/writes.ts',
      'web/creators/creator-rack.tsx',
      'web/favorites/favorite-calls.ts',
      'web/page/{list-rest.ts,page-head.tsx}',
      'web/ui/controls/tabs.tsx',
      'web/ui/lazy-or-nothing.ts',
      'web/ui/marks/overprint.tsx',
      'web/ui/number.ts',
      'web/ui/states/{empty,try-again}.tsx',
      'web/zines/zine-card.tsx',
    ),
  },
  { name: 'icons', test: /node_modules\/lucide-react\// },
  // Each too small to be fetched by itself.
  {
    name: 'small',
    test: files(
      'contract/{detail-choices,one-line,series-address,workspace-limits}.ts',
      'web/accounts/members-only.tsx',
      'web/accounts/{use-sign-out,viewer-while-unsaved,workspace-address}.ts',
      'web/api/{find-query,project-lists,use-write}.ts',
      'web/blocks/avoiding.ts',
      'web/browser/*.ts',
      'web/creators/user-calls.ts',
      'web/details/{language-names,said-language}.ts',
      'web/drafts/{carried-files,draft-calls,use-begin-draft,use-has-table}.ts',
      'web/focus/timer/timer-keys.ts',
      'web/page/structured-data.tsx',
      'web/reports/decision-calls.ts',
      'web/series/series-calls.ts',
      'web/settings/setting-calls.ts',
      'web/shelves/shelf-{calls,words}.ts',
      'web/ui/controls/{copy-button,go-home,icon-button}.tsx',
      'web/ui/dialogs/use-step-focus.ts',
      'web/ui/forms/{unsaved-work,use-editing}.ts',
      'web/ui/states/solo.module.css',
      'web/ui/use-{mounted,now,part,swipe}.ts',
      'web/zines/{asking.tsx,open-zine.ts,ordinal.ts}',
    ),
  },
  {
    name: 'account',
    test: files('web/accounts/{account-calls,viewer-changes}.ts'),
  },
  { name: 'carousel', test: files('web/ui/carousel/carousel*.{css,ts,tsx}') },
  {
    name: 'fields',
    test: files(
      'web/accounts/{account-form,code-field}.tsx',
      'web/accounts/account-form.module.css',
      'web/ui/forms/{,password-,text-}field.tsx',
    ),
  },
]
