import { expect, test } from 'vitest'
import { cssSideProblems } from './css-sides.ts'
import { areaProblems } from './sentence-areas.ts'
import { languageTableProblems, translationProblems } from './translations.ts'
import { untranslatedTexts } from './untranslated.ts'

const textsIn = (text: string) =>
  untranslatedTexts({ path: 'web/a.tsx', text }).map((problem) => problem.replace(/.* of a macro: /, ''))

test.each([
  ['<p>Save it</p>', ['Save it']],
  ['<p>\n  saved {count}\n</p>', ['saved']],
  ['<a title="Close" data-state="open" className="meta wide" />', ['Close']],
  [`<a aria-label={isOpen ? "close" : \`open \${name}\`} />`, ['close', 'open {1}']],
  ['<p>{isOpen && "shut"}{state === "open" && t`Open`}</p>', ['shut']],
  ['<Trans>Read <b title="Not now">it</b></Trans>', ['Not now']],
  [`t\`Moved \${isUp ? "Up there" : t\`down\`}\``, ['Up there']],
  [`const label = \`Remove \${name}\`; const [key, kind] = ["Escape", "two words"]`, ['Remove {1}']],
  ['<Plural value={count} one="# zine" other="# zines" />; msg({ message: "May be", context: "A month" })', []],
  ['<p>Foldout</p>; <input placeholder="https://" />; new RangeError("Never shown here")', []],
  ['import a from "Some thing"; type Name = "Some one"', []],
])('texts outside of macros are found: %s', (text, problems) => {
  expect(textsIn(text)).toEqual(problems)
})

const sidesIn = (declaration: string, path = 'web/a.module.css') =>
  cssSideProblems({ path, text: `.a {\n  /* left: 0; */\n  ${declaration};\n}` })

test.each([
  'left: 0',
  'margin-right: auto',
  'border-left-color: red',
  'border-top-right-radius: 2px',
  'text-align: left',
  'float: right',
  'inset: 0 auto 0 0',
  'padding: 1px calc(1px + (2 * 3px)) 1px 2px',
])('styles with a side are found: %s', (declaration) => {
  expect(sidesIn(declaration)).toEqual([
    expect.stringContaining(`web/a.module.css:3 has a left or right side: ${declaration}`),
  ])
  expect(sidesIn(declaration, 'web/print/sheet/a.module.css')).toEqual([])
})

test.each(['inset-inline-start: 0', 'left: 50%', 'text-align: start', 'margin: 0 auto', 'inset: 0 1px 2px 1px'])(
  'styles without a side pass: %s',
  (declaration) => {
    expect(sidesIn(declaration)).toEqual([])
  },
)

const zines = '{count, plural, one {# zine} other {# zines}}'
const catalogue = (sentence: string, translation: string, path = 'languages/de.po') => ({
  path,
  text: `msgid ""\nmsgstr "Language: de"\n\nmsgid "${sentence}"\nmsgstr "${translation}"\n`,
})

test.each([
  ['By {name}', 'Von', ['lacks {name}']],
  ['By {name}', 'Von {name} und {other}', ['has {other}, which']],
  ['Read <0>it</0>', 'Lies <0>es', ['lacks </0>']],
  ['Read <0>it</0>', 'Lies <0>es</0><1/>', ['has <1/>, which']],
  ['By {name}', 'Von {name', ['cannot be read']],
  [zines, '{count, plural, other {# Zines}}', ['lacks the form “one” of {count}']],
  [zines, '{count} Zines', ['lacks {count, plural}', 'has {count}, which']],
  ['{kind, select, a {A} other {B}}', '{kind, select, b {A} other {B}}', ['lacks {kind, select, a, other}', 'has']],
  [zines, '{count, plural, one {ein Zine} other {# Zines}}', []],
  ['By {name}', '', []],
])('faults of a translation are found: %s, %s', (sentence, translation, problems) => {
  expect(translationProblems(catalogue(sentence, translation))).toEqual(
    problems.map((problem) => expect.stringContaining(problem)),
  )
})

test('each language needs its own plural forms', () => {
  const problems = translationProblems(catalogue(zines, zines, 'languages/ar.po'))
  expect(problems.map((problem) => /form “(\w+)”/.exec(problem)?.[1])).toEqual(['zero', 'two', 'few', 'many'])
})

test('the table of languages says which are offered', () => {
  const rows = '| Language | File |\n|---|---|\n| English | |\n| French and German | not offered |\n'
  const incomplete = catalogue('Save', '')
  const complete = catalogue('Save', 'Speichern')
  expect(languageTableProblems(rows, [incomplete, { ...complete, path: 'languages/en.po' }])).toEqual([])
  expect(languageTableProblems(rows, [complete])).toEqual([expect.stringContaining('German is not offered')])
  expect(languageTableProblems(rows.replace('not ', ''), [incomplete])).toEqual([
    expect.stringContaining('German is offered, but languages/de.po lacks 1 translation'),
  ])
  expect(languageTableProblems(rows, [{ ...complete, path: 'languages/ja.po' }])).toEqual([
    expect.stringContaining('does not list Japanese'),
  ])
})

const macro = "import { t } from '@lingui/core/macro'"
const making = [
  { path: 'web/upload/dialog.ts', text: "import { form } from './form.ts'" },
  { path: 'web/upload/form.ts', text: macro },
  { path: 'web/upload/plain.ts', text: '' },
]
const imports = (text: string, path = 'web/home/a.ts') => areaProblems([...making, { path, text }])

test.each([
  "import { open } from '#web/upload/dialog.ts'",
  "const load = () => import('#web/upload/dialog.ts')",
  "const load = () => withSentences('account', () => import('#web/upload/dialog.ts'))",
])('an import without its sentences is found: %s', (text) => {
  expect(imports(text)).toEqual([expect.stringContaining('web/home/a.ts imports web/upload/dialog.ts without')])
})

test('a part that is loaded with sentences of another area may import them', () => {
  const slot = { path: 'web/home/slot.ts', text: "withSentences('making', () => import('./a.ts'))" }
  const part = { path: 'web/home/a.ts', text: "import { open } from '#web/upload/dialog.ts'" }
  expect(areaProblems([...making, slot, part])).toEqual([])
})

test.each([
  "import { open } from '#web/upload/plain.ts'",
  "import type { Open } from '#web/upload/dialog.ts'",
  "const load = () => withSentences('making', () => import('#web/upload/dialog.ts'))",
  "import { open } from '#web/upload/dialog.ts'\nawait loadSentences('making')",
])('an import with its sentences passes: %s', (text) => {
  expect(imports(text)).toEqual([])
  expect(imports("import { open } from './dialog.ts'", 'web/upload/b.ts')).toEqual([])
})
