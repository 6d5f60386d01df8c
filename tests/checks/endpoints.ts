export type Source = { path: string; text: string }

const endpointDeclaration = /export const (\w+) = endpoint\(\{\s*name: '(\w+)'/g

/** Calls for other programs. The site itself does not use them. The editor restores a version by saving it. */
const apiOnlyEndpoints = new Set([
  'uploadZineMedia',
  'readEmbed',
  'readToken',
  'readKeys',
  'restoreProjectVersion',
  // Players use the address in the zine.
  'readCaptions',
  // The site's button links to /surprise, which works without scripts.
  'surprise',
])

/**
 * Endpoints whose name is not used everywhere, as sentences. One grep for the name should show where the endpoint is
 * declared, answered and called.
 */
export function endpointNameProblems(sources: Source[]): string[] {
  const endpoints = sources
    .filter(({ path }) => path.startsWith('contract/'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(endpointDeclaration)].map(([, constant = '', name = '']) => ({
        path,
        constant,
        name,
      })),
    )
  const isNamedIn = (module: string, name: string) =>
    sources.some(({ path, text }) => path.startsWith(module) && new RegExp(`\\b${name}\\b`).test(text))
  return endpoints.flatMap(({ path, constant, name }) => [
    ...(constant === name ? [] : [`${path} declares ${constant} under the name ${name}`]),
    ...(isNamedIn('server/', name) ? [] : [`no file of server/ has the name of the endpoint ${name}`]),
    ...(isNamedIn('web/', name) || apiOnlyEndpoints.has(name)
      ? []
      : [`no file of web/ has the name of the endpoint ${name}`]),
  ])
}

const renamedImport = /import \{[^}]*\b(\w+) as \w+[^}]*\} from '(#contract\/[^']+)'/g

/** Names of the contract that an import renames, as sentences. */
export const renamedImports = ({ path, text }: Source): string[] =>
  [...text.matchAll(renamedImport)].map(([, name, from]) => `${path} calls ${name} of ${from} something else`)

const declaredCall = /call<typeof [\w.]+>\(\s*'([A-Z]+)',\s*'([^']+)'/g

/** Calls that two files of `web/` declare, as sentences. Each endpoint is declared once for the browser. */
export function repeatedCallProblems(sources: Source[]): string[] {
  const declarations = sources
    .filter(({ path }) => path.startsWith('web/'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(declaredCall)].map(([, method, pattern]) => ({ path, call: `${method} ${pattern}` })),
    )
  return [...Map.groupBy(declarations, ({ call }) => call)]
    .filter(([, same]) => same.length > 1)
    .map(([call, same]) => `${call} is declared in ${same.map(({ path }) => path).join(' and ')}`)
}

/** Expressions in which the compiler checks a path against its endpoint. */
const typedPath = /(?:call<typeof [\w.]+>\(\s*'[A-Z]+',\s*|pathStart<typeof [\w.]+>\()['"`]\/api\/[^'"`]*['"`]/g
const apiPath = /['"`](\/api\/[^'"`]*)['"`]/g

/** API paths in `web/` that the compiler does not check, as sentences. A change of the API would break them silently. */
export const untypedPathProblems = (source: Source): string[] =>
  source.path.startsWith('web/')
    ? [...source.text.replaceAll(typedPath, '').matchAll(apiPath)].map(
        ([, path]) => `${source.path} writes ${path} by hand, and not in a call<typeof …>(…)`,
      )
    : []
