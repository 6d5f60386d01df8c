import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { keepEdit } from '#web/layout/edit/use-zine-edit.ts'
import { textOf } from '#web/layout/edit/zine-edit.ts'
import { exampleOpenZine } from '#web/zines/example-zine.testing.ts'
import { forgetAll, isNothing, saveAll, unsavedOf } from './leaving.tsx'

test('changes of a published zine are nobody’s to save, and not given up unasked', async () => {
  const edited = textOf(exampleOpenZine())
  const queries = new QueryClient()
  keepEdit('wren', 'zine', { base: edited, layout: edited.layout, note: '' })
  expect(await saveAll(queries, 'wren')).toMatchObject({ texts: 1, onlyHere: 0 })
  expect(unsavedOf('somebody else')).toMatchObject({ texts: 0 })
  forgetAll(queries, 'wren')
  expect(isNothing(unsavedOf('wren'))).toBe(true)
})
