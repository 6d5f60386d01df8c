import { expect, test } from 'vitest'
import { wrongInDocument, wrongSettings } from './docs.ts'
import { wrongImports } from './import-rules.ts'

const line = (target: string) => `import { x } from '${target}'`

test.each([
  ['contract/zines.ts', '#server/config/config.ts'],
  ['server/zines/zines.routes.ts', '../favorites/favorites.queries.ts'],
  ['server/zines/zines.routes.ts', '#web/api.ts'],
  ['server/db/migrate.ts', '../zines/zines.queries.ts'],
  ['web/zines/zine-card.tsx', '../favorites/favorite-button.tsx'],
  ['web/zines/zine-card.tsx', '#server/config/config.ts'],
  ['web/ui/button.tsx', '../zines/zine-card.tsx'],
])('%s may not import %s', (path, target) => {
  expect(wrongImports(path, line(target))).toHaveLength(1)
})

test.each([
  ['contract/zines.ts', './limits.ts'],
  ['server/zines/zines.routes.ts', '../db/connection.ts'],
  ['server/zines/zines.routes.ts', '#contract/zines.ts'],
  ['server/app.ts', './zines/zines.routes.ts'],
  ['server/pages/render.ts', '#web/entry-server.tsx'],
  ['web/home/home-page.tsx', '../zines/zine-card.tsx'],
  ['web/zines/zine-card.tsx', '../ui/badge.tsx'],
  ['web/zines/zine-card.tsx', 'react'],
])('%s may import %s', (path, target) => {
  expect(wrongImports(path, line(target))).toEqual([])
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

test('the table of settings has every setting and no other', () => {
  expect(wrongSettings('| `PORT` | 3000 |', ['PORT'])).toEqual([])
  expect(wrongSettings('| `PROT` | 3000 |', ['PORT'])).toHaveLength(2)
})
