import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

type Existing = { scripts: Set<string>; names: Set<string> }

/** Commands, paths, names and tests that a document has but that do not exist, as sentences. */
export function wrongInDocument(path: string, { scripts, names }: Existing) {
  const text = readFileSync(path, 'utf8')
  const missing = [
    ...missingScripts(text, scripts),
    ...missingPaths(text, dirname(path)),
    ...missingNames(text, names),
    ...missingTests(text),
  ]
  return missing.map((problem) => `${path} names ${problem}`)
}

const npmRunPattern = /npm run (?:--silent )?([\w:][\w:-]*)/g
const npmShortcutPattern = /npm (start|test)\b/g

function missingScripts(text: string, scripts: Set<string>) {
  const named = [...text.matchAll(npmRunPattern), ...text.matchAll(npmShortcutPattern)].map(([, name = '']) => name)
  return named
    .filter((name) => !scripts.has(name))
    .map((name) => `the command ${name}, which package.json does not have`)
}

const codePattern = /`([\w@.-]+(?:\/[\w@.-]+)+\/?)`/g
const linkPattern = /\]\((?!https?:|mailto:|#)([^)#]+)/g
const topFolders = new Set(['contract', 'server', 'web', 'tests', 'trials', 'demo', 'bin', 'packaging', 'docs', '.ci'])

/** Paths in backticks are relative to the project if they start with one of its folders. Links are relative to the document. */
function missingPaths(text: string, folder: string) {
  const code = [...text.matchAll(codePattern)].map(([, name = '']) => name)
  const named = code.filter((name) => topFolders.has(name.split('/', 1)[0] ?? ''))
  const linked = [...text.matchAll(linkPattern)].map(([, name = '']) => join(folder, name))
  return [...named, ...linked].filter((name) => !existsSync(name)).map((name) => `${name}, which does not exist`)
}

const namePattern = /`([a-z]+[A-Z]\w*|\w+(?=\())(?:\(\))?`/g

/** Names of Kubernetes, npm and the logger. */
const foreignNames = new Set(['emptyDir', 'allowScripts', 'reqId'])

/** Names in camel case, and those with parentheses, that no code has. */
const missingNames = (text: string, names: Set<string>) =>
  [...text.matchAll(namePattern)]
    .map(([, name = '']) => name)
    .filter((name) => !names.has(name) && !foreignNames.has(name))
    .map((name) => `${name}, which no code has`)

const testPattern = /“([^”]+)” in `([^`]+)`/g

/** Tests that a document cites as evidence: “a code counts once” in `server/…`. */
const missingTests = (text: string) =>
  [...text.replace(/\s+/g, ' ').matchAll(testPattern)]
    .filter(([, title = '', path = '']) => existsSync(path) && !readFileSync(path, 'utf8').includes(title))
    .map(([, title, path]) => `the test “${title}” in ${path}, where it is not`)

/** Settings that the tables of docs/operations.md lack, and rows for settings that do not exist. */
export function settingsTableProblems(operations: string, settings: string[]) {
  const rows = operations.split('\n').filter((line) => line.startsWith('|'))
  const named = new Set(
    rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([A-Z0-9_]+)`/g)].map(([, name]) => name)),
  )
  const missing = settings
    .filter((name) => !named.has(name))
    .map((name) => `docs/operations.md does not explain the setting ${name}`)
  const unknown = [...named]
    .filter((name) => name && !settings.includes(name))
    .map((name) => `docs/operations.md explains ${name}, which is no setting`)
  return [...missing, ...unknown]
}
