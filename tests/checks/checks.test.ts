import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { circles } from './circles.ts'
import { wrongClasses } from './class-names.ts'
import { wrongInDocument, wrongSettings } from './docs.ts'
import { importsOf } from './imports.ts'
import { wrongPages } from './pages.ts'
import { readRows, wrongImports, wrongRows } from './rooms.ts'

const rows = readRows(readFileSync('docs/architecture.md', 'utf8'))
const wrong = (path: string, target: string) =>
  wrongImports(rows, importsOf(path, `import { x } from '${target}'`))

test.each([
  ['contract/zines.ts', '#server/config/config.ts'],
  ['server/zines/zines.routes.ts', '../favorites/favorites.queries.ts'],
  ['server/zines/zines.routes.ts', '#web/api/call.ts'],
  ['server/zines/zines.routes.ts', '../app.ts'],
  ['server/db/migrate.ts', '../zines/zines.queries.ts'],
  ['server/db/retry.ts', '../http/errors.ts'],
  ['server/config/config.ts', '../mail/smtp.ts'],
  ['web/favorites/favorite-button.tsx', '../zines/zine-card.tsx'],
  ['web/zines/zine-card.tsx', '../home/home-page.tsx'],
  ['web/zines/zine-card.tsx', '#server/config/config.ts'],
  ['web/zines/zine-card.tsx', './example-zine.testing.ts'],
  ['web/ui/controls/button.tsx', '../../zines/zine-card.tsx'],
  ['web/nowhere/nothing.tsx', '../ui/marks/badge.tsx'],
])('%s may not import %s', (path, target) => {
  expect(wrong(path, target)).toHaveLength(1)
})

test.each([
  ['contract/zines.ts', './limits.ts'],
  ['server/zines/zines.routes.ts', '../db/connection.ts'],
  ['server/zines/zines.routes.ts', '#contract/zines.ts'],
  ['server/zines/zines.test.ts', '../favorites/favorites.queries.ts'],
  ['server/app.ts', './zines/zines.routes.ts'],
  ['server/pages/pages.routes.ts', '#web/entry-server.tsx'],
  ['web/home/home-page.tsx', '../zines/zine-card.tsx'],
  ['web/zines/zine-card.tsx', '../favorites/favorite-button.tsx'],
  ['web/zines/zine-card.tsx', '../ui/marks/badge.tsx'],
  ['web/zines/zine-card.tsx', 'react'],
])('%s may import %s', (path, target) => {
  expect(wrong(path, target)).toEqual([])
})

test('the table gives no room what stands below it', () => {
  expect(wrongRows(rows)).toEqual([])
  expect(
    wrongRows([
      { rooms: ['a/'], mayImport: ['b/'] },
      { rooms: ['b/'], mayImport: [] },
    ]),
  ).toHaveLength(1)
})

test('files that import each other in a circle are named, type-only imports too', () => {
  const around = [
    ...importsOf('server/a.ts', "import type { B } from './b.ts'"),
    ...importsOf('server/b.ts', "import { c } from './c.ts'"),
    ...importsOf('server/c.ts', "const { a } = await import('./a.ts')"),
  ]
  expect(circles(around)).toEqual(['server/a.ts → server/b.ts → server/c.ts → server/a.ts'])
  expect(circles(around.slice(0, 2))).toEqual([])
})

test('what is called a page is what the routes name', () => {
  const routes = "page('/', 'web/home/home-page.tsx', () => import('./home/home-page.tsx'))"
  expect(wrongPages(['web/home/home-page.tsx', 'web/home/banner.tsx'], routes)).toEqual([])
  expect(wrongPages(['web/home/home-page.tsx', 'web/home/other-page.tsx'], routes)).toHaveLength(1)
  expect(wrongPages([], routes)).toHaveLength(1)
})

test('a class is in the file it is taken from, every class is used, and no other is used by its plain name', () => {
  const style = {
    path: 'web/a/card.module.css',
    text: '.card { top: 0.5rem; } .card:has(.title) .meta.old { top: 0 }',
  }
  const script = (text: string) => [
    { path: 'web/a/card.tsx', text: `import css from './card.module.css'\n${text}` },
  ]
  const wrong = (text: string) => wrongClasses([style], script(text), new Set(['sr']))
  const all = '<a className={css.card}><b className={css.title} id={css.meta} /><i id={css.old} /></a>'
  expect(wrong(all)).toEqual([])
  expect(wrong(`${all}<i className={css.titel} />`)).toEqual([
    'web/a/card.tsx uses .titel, which is not in web/a/card.module.css',
  ])
  expect(wrong(all.replace('css.old', 'css.card'))).toEqual([
    'web/a/card.module.css has .old, which nobody uses',
  ])
  expect(wrong(`${all}<i className="title" /><i className={is ? 'wide sr' : css.card} />`)).toHaveLength(2)
  expect(wrongClasses([style, { ...style, path: 'web/b/card.module.css' }], [], new Set())).toContain(
    'web/b/card.module.css: .card would be called card, as one of another part is',
  )
})

test('a document may not name a command or a path that is not there', () => {
  const scripts = new Set(['demo'])
  expect(wrongInDocument('README.md', scripts, 'Run `npm run demo`, see `server/app.ts`.')).toEqual([])
  expect(
    wrongInDocument(
      'README.md',
      scripts,
      'Run `npm run party`, see `server/nowhere.ts` and [x](docs/none.md).',
    ),
  ).toHaveLength(3)
})

test('an example in a document is followed to the file it names', () => {
  const wrong = (text: string) => wrongInDocument('README.md', new Set(), text)
  const itIs =
    '`toggleZineFavorite` is an endpoint in `contract/favorites.ts` and a query in `server/favorites/`.'
  expect(wrong(itIs)).toEqual([])
  expect(
    wrong('It posts to `toggleZineFavorite` of `contract/favorites.ts`; `server/app.ts` is the app.'),
  ).toEqual([])
  expect(wrong('`toggleZineFavorite` is an endpoint in `contract/follows.ts`.')).toHaveLength(1)
  expect(
    wrong('`toggleZineFavorite` is an endpoint in `contract/favorites.ts`\nand a call in `web/about/`.'),
  ).toHaveLength(1)
})

test('a test that a document quotes is looked for in its file', () => {
  const wrong = (text: string) => wrongInDocument('README.md', new Set(), text)
  expect(
    wrong(
      'It holds: “favoriting twice leaves no favorite,\nand the counter follows” in `server/favorites/favorites.test.ts`.',
    ),
  ).toEqual([])
  expect(wrong('| “favoriting thrice” in `server/favorites/favorites.test.ts` |')).toHaveLength(1)
})

test('the table of settings has every setting and no other', () => {
  expect(wrongSettings('| `PORT` | 3000 |', ['PORT'])).toEqual([])
  expect(wrongSettings('| `PROT` | 3000 |', ['PORT'])).toHaveLength(2)
})
