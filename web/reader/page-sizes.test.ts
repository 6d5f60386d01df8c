import { expect, test } from 'vitest'
import { examplePage } from '#web/zines/example-zine.testing.ts'
import { sizesOf, sourcesOf } from './page-sizes.ts'

const url = '/media/0123456789abcdef0123456789abcdef-1600.webp'
const page = examplePage({ url, width: 3000, height: 3750 })

test('the picture for paper is offered where it may be printed and has more pixels', () => {
  const print = '/api/zines/z/pages/3/print.jpg 2480w'
  expect(sourcesOf('z', 2, { ...page, printWidth: 2480 })).toContain(print)
  expect(sourcesOf('z', 2, page)).not.toContain('print')
  expect(sourcesOf('z', 2, { ...page, printWidth: 1600 })).not.toContain('print')
})

test('a page is as wide as the window, or as the height lets it be', () => {
  const shown = { ratio: 0.8, wide: 0.8, zoom: 'page', fits: true } as const
  expect(sizesOf(shown)).toBe('min(100.0vw, calc((100vh - 52px) * 0.8000))')
  expect(sizesOf({ ...shown, zoom: 'width' })).toBe('100.0vw')
  expect(sizesOf({ ...shown, zoom: 'double' })).toBe('min(200.0vw, calc((100vh - 52px) * 1.6000))')
})

test('each page of a spread has its part, and any size fits until it is known', () => {
  const shown = { ratio: 0.8, wide: 1.6, zoom: 'width', fits: true } as const
  expect(sizesOf(shown)).toBe('50.0vw')
  expect(sizesOf({ ...shown, fits: undefined })).toBe(
    '(min-width: 700px) and (orientation: landscape) 50.0vw, 100.0vw',
  )
})
