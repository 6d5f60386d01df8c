import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** An example of a document: a name that it says is found at a path. */
export type Signpost = { name: string; path: string }

const sentences = /\n\s*\n|\n(?=[|*-])|(?<=[.;!?])\s|\|/
const quoted = /(\b(?:in|of)\s+)?`([^`]+)`/g
const identifier = /^[A-Za-z]+[A-Z]\w*$|^[a-z]{4,}$/

/** What a text says is where: "`toggleZineFavorite` is an endpoint in `contract/favorites.ts`, a query in `server/…`". */
const signpostsIn = (text: string, folders: Set<string>): Signpost[] =>
  text.split(sentences).flatMap((sentence) => {
    let name = ''
    return [...sentence.matchAll(quoted)].flatMap(([, isPlace, what = '']) => {
      if (identifier.test(what)) name = what
      const isPath = folders.has(what.split('/', 1)[0] ?? '') && what.includes('/')
      return isPlace && isPath && name ? [{ name, path: what }] : []
    })
  })

const quotedTest = /“([^”]+)” in `([^`]+)`/g

/** The tests that a text names: “a code counts once” in `server/…`. */
const testsIn = (text: string): Signpost[] =>
  [...text.replace(/\s+/g, ' ').matchAll(quotedTest)].map(([, name = '', path = '']) => ({ name, path }))

/** The examples of a document that lead astray, as sentences. Whether the path exists is asked elsewhere. */
export function wrongSignposts(document: string, text: string, folders: Set<string>) {
  const names = signpostsIn(text, folders).filter(({ name, path }) => !isIn(path, name))
  const tests = testsIn(text).filter(({ name, path }) => existsSync(path) && !hasTest(path, name))
  return [...names, ...tests].map(
    ({ name, path }) => `${document} says that ${name} is in ${path}, where it is not`,
  )
}

const hasTest = (path: string, name: string) => readFileSync(path, 'utf8').includes(name)

function isIn(path: string, name: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats) return true
  if (stats.isDirectory()) return readdirSync(path).some((entry) => isIn(join(path, entry), name))
  return new RegExp(`\\b${name}\\b`).test(readFileSync(path, 'utf8'))
}
