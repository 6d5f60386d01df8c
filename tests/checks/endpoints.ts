/** A file as the checks read it. */
export type Source = { path: string; text: string }

const declared = /export const (\w+) = endpoint\(\{\s*name: '(\w+)'/g

/** Calls that the site itself makes no use of: for programs that use the API. The editor restores a version by saving it. */
const forPrograms = new Set([
  'uploadZineMedia',
  'readEmbed',
  'readToken',
  'readKeys',
  'restoreProjectVersion',
  // The site's own button leads to /surprise, which works without scripts.
  'surprise',
])

/**
 * Endpoints whose name does not lead through the house, as sentences: one grep of it should show where it is declared,
 * answered and called.
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

/** Names of the contract that are called something else where they are used. */
export const renamedImports = ({ path, text }: Source): string[] =>
  [...text.matchAll(renamed)].map(([, name, from]) => `${path} calls ${name} of ${from} something else`)

/** Where the compiler holds a path against the endpoint that it belongs to. */
const checkedPath =
  /(?:call<typeof [\w.]+>\(\s*'[A-Z]+',\s*|pathStart<typeof [\w.]+>\()['"`]\/api\/[^'"`]*['"`]/g
const apiPath = /['"`](\/api\/[^'"`]*)['"`]/g

/** Paths of the API that stand in `web/` by themselves, as sentences: nobody would see that they lead nowhere any more. */
export const uncheckedPaths = (source: Source): string[] =>
  source.path.startsWith('web/')
    ? [...source.text.replaceAll(checkedPath, '').matchAll(apiPath)].map(
        ([, found]) => `${source.path} writes ${found} by hand, and not in a call<typeof …>(…)`,
      )
    : []
