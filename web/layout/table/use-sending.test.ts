import { expect, test } from 'vitest'
import type { DraftPage } from '#web/upload/pages/draft-pages.ts'
import { arrivedPages } from './use-sending.ts'

const onItsWay = (id: string, step: DraftPage['step']): DraftPage => ({
  id,
  step,
  kind: 'image',
  sent: 0,
  file: new File([], id),
  preview: '',
  altText: '',
  transcript: '',
  problem: null,
  refused: false,
  media:
    step === 'ready'
      ? { url: id, kind: 'image', width: 1, height: 1, placeholder: null, posterUrl: null }
      : null,
})

test('pictures arrive in the order they were chosen in, and one that failed holds up none', () => {
  const pages = [
    onItsWay('a', 'ready'),
    onItsWay('b', 'failed'),
    onItsWay('c', 'ready'),
    onItsWay('d', 'sending'),
    onItsWay('e', 'ready'),
  ]
  expect(arrivedPages(pages).map(({ id }) => id)).toEqual(['a', 'c'])
})
