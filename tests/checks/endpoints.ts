export type Source = { path: string; text: string }

const declared = /export const (\w+) = endpoint\(\{\s*name: '(\w+)'/g

/** Calls for other programs. The site itself does not use them. The editor restores a version by saving it. */
const forPrograms = new Set([
  'uploadZineMedia',
  'readEmbed',
  'readToken',
  'readKeys',
  'restoreProjectVersion',
  // The site's button links to /surprise, which works without scripts.
  'surprise',
])

/**
 * Endpoints whose name is not used everywhere, as sentences. One grep for the name should show where the endpoint is
 * declared, answered and called.
 */
export function wrongEndpoints(sources: Source[]): string[] {
  const endpoints = sources
    .filter(({ path }) => path.startsWith('contract/'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(declared)].map(([, constant = '', name = '']) => ({ path, constant, name })),
    )
  const isIn = (room: string, name: string) =>
    sources.some(({ path, text }) => path.startsWith(room) && new RegExp(`\\b${name}\\b`).test(text))
  return endpoints.flatMap(({ path, constant, name }) => [
    ...(constant === name ? [] : [`${path} declares ${constant} under the name ${name}`]),
    ...(isIn('server/', name) ? [] : [`no file of server/ has the name of the endpoint ${name}`]),
    ...(isIn('web/', name) || forPrograms.has(name)
      ? []
      : [`no file of web/ has the name of the endpoint ${name}`]),
  ])
}

const renamed = /import \{[^}]*\b(\w+) as \w+[^}]*\} from '(#contract\/[^']+)'/g

/** Names of the contract that an import renames, as sentences. */
export const renamedImports = ({ path, text }: Source): string[] =>
  [...text.matchAll(renamed)].map(([, name, from]) => `${path} calls ${name} of ${from} something else`)

/** Expressions in which the compiler checks a path against its endpoint. */
const checkedPath =
  /(?:call<typeof [\w.]+>\(\s*'[A-Z]+',\s*|pathStart<typeof [\w.]+>\()['"`]\/api\/[^'"`]*['"`]/g
const apiPath = /['"`](\/api\/[^'"`]*)['"`]/g

/** API paths in `web/` that the compiler does not check, as sentences. A change of the API would break them silently. */
export const uncheckedPaths = (source: Source): string[] =>
  source.path.startsWith('web/')
    ? [...source.text.replaceAll(checkedPath, '').matchAll(apiPath)].map(
        ([, found]) => `${source.path} writes ${found} by hand, and not in a call<typeof …>(…)`,
      )
    : []
