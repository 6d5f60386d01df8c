import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { settings } from '#server/config/settings.ts'
import { classesIn, classNameProblems } from './checks/class-names.ts'
import { cssSideProblems } from './checks/css-sides.ts'
import { settingsTableProblems, wrongInDocument } from './checks/docs.ts'
import {
  endpointNameProblems,
  renamedImports,
  repeatedCallProblems,
  type Source,
  untypedPathProblems,
} from './checks/endpoints.ts'
import { isTest, pageNameProblems, wrongImports } from './checks/imports.ts'
import { areaProblems } from './checks/sentence-areas.ts'
import { storageProblems } from './checks/storage.ts'
import { languageTableProblems, translationProblems } from './checks/translations.ts'
import { untranslatedTexts } from './checks/untranslated.ts'
import { versionProblems } from './checks/version.ts'
import { textProblems, unwantedWords } from './checks/words.ts'

/** Runs all static checks. Exits with 1 if one of them fails. */
const steps: [name: string, run: () => boolean][] = [
  ['types', () => runs('tsc')],
  ['format and lint', () => runs('biome', 'check', '--error-on-warnings', '.')],
  ['imports', () => reportProblems(importProblems())],
  ['endpoints', () => reportProblems(endpointProblems())],
  ['browser storage', () => reportProblems(storageFileProblems())],
  ['class names', () => reportProblems(classProblems())],
  ['documents', () => reportProblems(documentProblems())],
  ['version', () => reportProblems(currentVersionProblems())],
  ['languages', () => reportProblems(languageProblems())],
  ['words', () => reportProblems(wordProblems())],
  ['nothing unused', () => runs('knip', '--no-progress')],
]

const failed = steps.filter(([name, run]) => {
  const passed = run()
  console.info(`${passed ? 'ok    ' : 'FAILED'} ${name}`)
  return !passed
})
process.exit(failed.length === 0 ? 0 : 1)

function runs(command: string, ...options: string[]) {
  return spawnSync(`node_modules/.bin/${command}`, options, { stdio: 'inherit' }).status === 0
}

function reportProblems(problems: string[]) {
  for (const problem of problems) console.error(problem)
  return problems.length === 0
}

/** Tracked and new files that match the patterns, without deleted ones. */
function files(...patterns: string[]) {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...patterns])
  return listed
    .toString()
    .split('\n')
    .filter((path) => path !== '' && existsSync(path))
}

function read(path: string): Source {
  return { path, text: readFileSync(path, 'utf8') }
}

function importProblems() {
  const sources = files('*.ts', '*.tsx').map(read)
  const paths = sources.map(({ path }) => path)
  const pages = pageNameProblems(paths, read('web/routes.tsx').text)
  return [...sources.flatMap(({ path, text }) => wrongImports(path, text)), ...pages]
}

function endpointProblems() {
  const sources = files('*.ts', '*.tsx')
    .filter((path) => !isTest(path))
    .map(read)
  return [
    ...endpointNameProblems(sources),
    ...repeatedCallProblems(sources),
    ...sources.flatMap(renamedImports),
    ...sources.flatMap(untypedPathProblems),
  ]
}

function storageFileProblems() {
  return files('web/*.ts', 'web/*.tsx')
    .filter((path) => !isTest(path))
    .map(read)
    .flatMap(storageProblems)
}

function classProblems() {
  const sharedStyles = ['web/ui/styles/utilities.css', 'web/ui/styles/input.css'].map(read)
  const shared = new Set(sharedStyles.flatMap(({ text }) => [...classesIn(text)]))
  const scripts = files('web/*.tsx')
    .filter((path) => !isTest(path))
    .map(read)
  return classNameProblems(files('web/*.module.css').map(read), scripts, shared)
}

function documentProblems() {
  const code = files('*.ts', '*.tsx', '*.sql').filter((path) => !/^tests\/checks\//.test(path))
  const names = new Set(code.flatMap((path) => read(path).text.match(/\w+/g) ?? []))
  const named = files('*.md').flatMap((path) => wrongInDocument(path, { scripts: scriptsFor(dirname(path)), names }))
  const operations = readFileSync('docs/operations.md', 'utf8')
  return [...named, ...settingsTableProblems(operations, Object.keys(settings.shape))]
}

function currentVersionProblems() {
  const [manifest, lock] = ['package.json', 'package-lock.json'].map((path) => JSON.parse(readFileSync(path, 'utf8')))
  return versionProblems(readFileSync('CHANGELOG.md', 'utf8'), manifest.version, lock.version)
}

function wordProblems() {
  const specification = readFileSync('docs/specification.md', 'utf8')
  const all = files('*.ts', '*.tsx', '*.css', '*.sql', '*.md', '*.json', '*.yml').map(read)
  const product = all.filter(({ path }) => /^(bin|contract|server|web)\/.*\.tsx?$/.test(path) && !isTest(path))
  return [...all.flatMap(unwantedWords), ...product.flatMap((source) => textProblems(source, specification))]
}

function languageProblems() {
  const scripts = files('web/*.ts', 'web/*.tsx', 'contract/*.ts')
    .filter((path) => !isTest(path))
    .map(read)
  const catalogues = files('languages/*.po').map(read)
  return [
    ...scripts.filter(({ path }) => path.startsWith('web/')).flatMap(untranslatedTexts),
    ...areaProblems(scripts),
    ...files('web/*.css').map(read).flatMap(cssSideProblems),
    ...catalogues.flatMap(translationProblems),
    ...languageTableProblems(readFileSync('docs/languages.md', 'utf8'), catalogues),
  ]
}

function scriptsFor(folder: string): Set<string> {
  const file = join(folder, 'package.json')
  if (!existsSync(file)) return scriptsFor(dirname(folder))
  return new Set(Object.keys(JSON.parse(readFileSync(file, 'utf8')).scripts))
}
