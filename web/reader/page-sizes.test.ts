import { expect, test } from 'vitest'
import { examplePage } from '#web/zines/example-zine.testing.ts'
import { imageSizes, sourceSetWithPrint } from './page-sizes.ts'

const url = '/media/0123456789abcdef0123456789abcdef-1600.webp'
const page = examplePage({ url, width: 3000, height: 3750 })

test('the picture for paper is offered where it may be printed and has more pixels', () => {
  const print = '/api/zines/z/pages/3/print.jpg 2480w'
  expect(sourceSetWithPrint('z', 2, { ...page, printWidth: 2480 })).toContain(print)
  expect(sourceSetWithPrint('z', 2, page)).not.toContain('print')
  expect(sourceSetWithPrint('z', 2, { ...page, printWidth: 1600 })).not.toContain('print')
})

test('a page is as wide as the window, or as the height lets it be', () => {
  const layout = { ratio: 0.8, spreadRatio: 0.8, zoom: 'page', fitsSpread: true } as const
  expect(imageSizes(layout)).toBe('min(100.0vw, calc((100vh - 52px) * 0.8000))')
  expect(imageSizes({ ...layout, zoom: 'width' })).toBe('100.0vw')
  expect(imageSizes({ ...layout, zoom: 'double' })).toBe('min(200.0vw, calc((100vh - 52px) * 1.6000))')
})

test('each page of a spread has its part, and any size fits until it is known', () => {
  const layout = { ratio: 0.8, spreadRatio: 1.6, zoom: 'width', fitsSpread: true } as const
  expect(imageSizes(layout)).toBe('50.0vw')
  expect(imageSizes({ ...layout, fitsSpread: undefined })).toBe(
    '(min-width: 700px) and (orientation: landscape) 50.0vw, 100.0vw',
  )
})
