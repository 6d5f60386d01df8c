import { dirname, join } from 'node:path'
import { className } from '#web/ui/styles/class-name.ts'
import type { Source } from './endpoints.ts'

/** Faults in the class names of components, as sentences. Every component may use the `shared` classes by name. */
export function classNameProblems(styles: Source[], scripts: Source[], sharedClasses: Set<string>): string[] {
  const stylesheets = styles.map(({ path, text }) => ({ path, classes: classesIn(text), text }))
  const uses = scripts.flatMap(({ path, text }) => usesIn(path, text))
  return [
    ...stylesheets.flatMap(({ path, text }) =>
      globalsIn(text)
        .filter((name) => !sharedClasses.has(name))
        .map((name) => `${path} styles .${name}, which is no shared class`),
    ),
    ...uses
      .filter(({ file, name }) => !stylesheets.find(({ path }) => path === file)?.classes.has(name))
      .map(({ path, file, name }) => `${path} uses .${name}, which is not in ${file}`),
    ...stylesheets.flatMap(({ path, classes: has }) =>
      [...has]
        .filter((name) => !uses.some((use) => use.file === path && use.name === name))
        .map((name) => `${path} has .${name}, which is unused`),
    ),
    ...scripts.flatMap(({ path, text }) =>
      literalClasses(text)
        .filter((name) => !sharedClasses.has(name))
        .map((name) => `${path} uses .${name} by its plain name, which is no shared class`),
    ),
    ...clashingClassNames(stylesheets),
  ]
}

/** Classes of different components that would get the same name in the page. */
function clashingClassNames(stylesheets: { path: string; classes: Set<string> }[]) {
  const scopedNames = stylesheets.flatMap(({ path, classes: has }) =>
    [...has].map((local) => ({ path, local, name: className(local, path) })),
  )
  return scopedNames
    .filter(({ name }, index) => scopedNames.findIndex((other) => other.name === name) < index)
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

const stylesheetImports = /^import (\w+) from '([^']+\.module\.css)'/gm

/** Every `css.title` in a script, with the style sheet that `css` refers to. */
function usesIn(path: string, text: string) {
  return [...text.matchAll(stylesheetImports)].flatMap(([, local = '', target = '']) => {
    const file = target.startsWith('#') ? target.slice(1) : join(dirname(path), target)
    const usagePattern = new RegExp(`(?<![\\w/.'-])${local}\\.(\\w+)`, 'g')
    return [...text.matchAll(usagePattern)].map(([, name = '']) => ({ path, file, name }))
  })
}

/** Parts of a class name expression that are not class names. */
const nonClassExpressions = /\$\{[^}]*\}|buttonClass\(\{[^}]*\}|[!=]== '[^']*'/g

/** The words of `className="…"` and of the strings in `className={…}`. */
function literalClasses(text: string) {
  const literal = [...text.matchAll(/className="([^"]*)"/g)].map(([, words = '']) => words)
  const computed = [...text.matchAll(/className=\{((?:[^{}]|\{[^{}]*\})*)\}/g)].flatMap(([, inner = '']) =>
    [...inner.replace(nonClassExpressions, ' ').matchAll(/'([^']*)'|`([^`]*)`/g)].map(([, a, b]) => a ?? b ?? ''),
  )
  return [...literal, ...computed].flatMap((words) => words.split(/\s+/).filter(Boolean))
}
