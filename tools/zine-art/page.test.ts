import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { loadLibrary } from '../../demo/library/library.ts'
import { describePage, transcribePage } from './describe-page.ts'
import { renderPage } from './page.ts'
import { readPrints } from './prints.ts'
import { PAGE_SIZES, type PrintedZine } from './zine.ts'

const { zines } = readPrints()
const pagesOf = (zine: PrintedZine) => Array.from({ length: zine.pages }, (_, page) => page)

/** Tag names left open, or the first closing tag that matches none. */
function unbalancedTags(svg: string): string[] {
  const open: string[] = []
  for (const [, closing, name = '', selfClosing] of svg.matchAll(/<(\/?)([a-zA-Z]+)[^>]*?(\/?)>/g)) {
    if (selfClosing) continue
    if (!closing) open.push(name)
    else if (open.pop() !== name) return [name]
  }
  return open
}

const withoutPictures = (svg: string) => svg.replace(/base64,[^"]*/g, '')

describe('every page of the demo library', () => {
  test.for(zines)('$id is drawn whole, at its own size', async (zine) => {
    const [width, height] = PAGE_SIZES[zine.ratio]
    for (const page of pagesOf(zine)) {
      const svg = renderPage(zine, page)
      expect(unbalancedTags(svg)).toEqual([])
      expect(withoutPictures(svg).match(/NaN|undefined|Infinity/)).toBeNull()
      expect(await sharp(Buffer.from(svg)).metadata()).toMatchObject({ format: 'svg', width, height })
    }
  })

  test('a page drawn twice is the same, and no two pages are', () => {
    const pages = zines.flatMap((zine) => pagesOf(zine).map((page) => renderPage(zine, page)))
    const again = zines.flatMap((zine) => pagesOf(zine).map((page) => renderPage(zine, page)))
    expect(again).toEqual(pages)
    expect(new Set(pages).size).toBe(pages.length)
  })

  test('its alt text holds every word a reader sees, or its transcript does', () => {
    for (const zine of zines) {
      expect(describePage(zine)).toContain(zine.title)
      for (const [index, { head, text }] of zine.inside.entries()) {
        const say = zine.hasTranscripts ? transcribePage : describePage
        const altText = say(zine, index + 1)
        expect(altText).toContain(head)
        expect(altText).toContain(text)
      }
    }
  })

  test('its finished picture has the shape the zine promises', async () => {
    const library = loadLibrary()
    for (const { aspectRatio, pages } of [...library.zines, ...library.drafts]) {
      const [width, height] = PAGE_SIZES[aspectRatio]
      for (const { file } of pages) {
        expect(await sharp(file).metadata(), file).toMatchObject({ format: 'webp', width, height })
      }
    }
  })
})

test('a creator with a portrait has a square one', async () => {
  const portraits = loadLibrary().creators.flatMap(({ portraitFile }) => portraitFile ?? [])
  expect(portraits.length).toBeGreaterThan(0)
  for (const file of portraits) {
    expect(await sharp(file).metadata(), file).toMatchObject({ width: 400, height: 400 })
  }
})
