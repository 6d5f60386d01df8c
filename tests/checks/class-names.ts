import { dirname, join } from 'node:path'
import { className } from '#web/ui/styles/class-name.ts'
import type { Source } from './endpoints.ts'

/** Faults in the class names of components, as sentences. Every component may use the `shared` classes by name. */
export function wrongClasses(styles: Source[], scripts: Source[], shared: Set<string>): string[] {
  const parts = styles.map(({ path, text }) => ({ path, has: classesIn(text), text }))
  const uses = scripts.flatMap(({ path, text }) => usesIn(path, text))
  return [
    ...parts.flatMap(({ path, text }) =>
      globalsIn(text)
        .filter((name) => !shared.has(name))
        .map((name) => `${path} styles .${name}, which is no shared class`),
    ),
    ...uses
      .filter(({ file, name }) => !parts.find(({ path }) => path === file)?.has.has(name))
      .map(({ path, file, name }) => `${path} uses .${name}, which is not in ${file}`),
    ...parts.flatMap(({ path, has }) =>
      [...has]
        .filter((name) => !uses.some((use) => use.file === path && use.name === name))
        .map((name) => `${path} has .${name}, which nobody uses`),
    ),
    ...scripts.flatMap(({ path, text }) =>
      plainClasses(text)
        .filter((name) => !shared.has(name))
        .map((name) => `${path} uses .${name} by its plain name, which is no shared class`),
    ),
    ...twice(parts),
  ]
}

/** Classes of different components that would get the same name in the page. */
function twice(parts: { path: string; has: Set<string> }[]) {
  const named = parts.flatMap(({ path, has }) =>
    [...has].map((local) => ({ path, local, name: className(local, path) })),
  )
  return named
    .filter(({ name }, at) => named.findIndex((each) => each.name === name) < at)
    .map(({ path, local, name }) => `${path}: .${local} would be called ${name}, as one of another part is`)
}

const comments = /\/\*[\s\S]*?\*\//g
const globals = /:global\(\.([\w-]+)\)/g

export const classesIn = (css: string) =>
  new Set(
    [
      ...selectorsOf(css)
        .replace(globals, '')
        .matchAll(/\.([A-Za-z_][\w-]*)/g),
    ].map(([, name = '']) => name),
  )

const globalsIn = (css: string) => [...css.matchAll(globals)].map(([, name = '']) => name)

/** The style sheet without comments, strings and URLs, in which a dot does not start a class. */
const selectorsOf = (css: string) => css.replace(comments, '').replace(/"[^"]*"|url\([^)]*\)/g, '')

const imported = /^import (\w+) from '([^']+\.module\.css)'/gm

/** Every `css.title` in a script, with the style sheet that `css` refers to. */
function usesIn(path: string, text: string) {
  return [...text.matchAll(imported)].flatMap(([, local = '', target = '']) => {
    const file = target.startsWith('#') ? target.slice(1) : join(dirname(path), target)
    const used = new RegExp(`(?<![\\w/.'-])${local}\\.(\\w+)`, 'g')
    return [...text.matchAll(used)].map(([, name = '']) => ({ path, file, name }))
  })
}

/** Parts of a class name expression that are not class names. */
const notNames = /\$\{[^}]*\}|buttonClass\(\{[^}]*\}|[!=]== '[^']*'/g

/** The words of `className="…"` and of the strings in `className={…}`. */
function plainClasses(text: string) {
  const plain = [...text.matchAll(/className="([^"]*)"/g)].map(([, words = '']) => words)
  const computed = [...text.matchAll(/className=\{((?:[^{}]|\{[^{}]*\})*)\}/g)].flatMap(([, inner = '']) =>
    [...inner.replace(notNames, ' ').matchAll(/'([^']*)'|`([^`]*)`/g)].map(([, a, b]) => a ?? b ?? ''),
  )
  return [...plain, ...computed].flatMap((words) => words.split(/\s+/).filter(Boolean))
}
