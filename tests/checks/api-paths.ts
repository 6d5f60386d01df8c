import type { Source } from './endpoints.ts'

/** Where the compiler holds a path against the endpoint that it belongs to. */
const checked = /(?:call<typeof [\w.]+>\(\s*'[A-Z]+',\s*|pathStart<typeof [\w.]+>\()['"`]\/api\/[^'"`]*['"`]/g
const path = /['"`](\/api\/[^'"`]*)['"`]/g

/** Paths of the API that stand in `web/` by themselves, as sentences: nobody would see that they lead nowhere any more. */
export const uncheckedPaths = (source: Source): string[] =>
  source.path.startsWith('web/')
    ? [...source.text.replaceAll(checked, '').matchAll(path)].map(
        ([, found]) => `${source.path} writes ${found} by hand, and not in a call<typeof …>(…)`,
      )
    : []
