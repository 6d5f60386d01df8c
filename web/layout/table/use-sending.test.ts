import { expect, test } from 'vitest'
import type { ChosenPage } from '#web/upload/pages/chosen-pages.ts'
import { getUploadedPages } from './use-sending.ts'

const pageWithStatus = (id: string, status: ChosenPage['status']): ChosenPage => ({
  id,
  status,
  kind: 'image',
  sent: 0,
  file: new File([], id),
  preview: '',
  altText: '',
  transcript: '',
  captions: [],
  problem: null,
  isRefused: false,
  media:
    status === 'ready' ? { url: id, kind: 'image', width: 1, height: 1, placeholder: null, posterUrl: null } : null,
})

test('pictures arrive in the order they were chosen in, and one that failed holds up none', () => {
  const pages = [
    pageWithStatus('a', 'ready'),
    pageWithStatus('b', 'failed'),
    pageWithStatus('c', 'ready'),
    pageWithStatus('d', 'sending'),
    pageWithStatus('e', 'ready'),
  ]
  expect(getUploadedPages(pages).map(({ id }) => id)).toEqual(['a', 'c'])
})
