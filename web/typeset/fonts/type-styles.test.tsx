import { expect, test } from 'vitest'
import { type PageRecipe, typeStyles as styleNames } from '#contract/page-recipe.ts'
import { openPen } from '../draw/pen.ts'
import { blankRecipe } from '../recipe.ts'
import { layoutPage } from '../templates/layout-page.ts'
import { fontOf } from './faces.ts'
import { fontFamily } from './load-font-files.ts'
import { facesOf, loadType } from './type-styles.ts'

const recipe = (fields: Partial<PageRecipe>): PageRecipe => ({ ...blankRecipe('text'), ...fields })

/** The browser keeps 250 entries otherwise. */
performance.setResourceTimingBufferSize(2000)

test('a style loads at most 60 kB for Latin text, and other scripts only when they are used', async () => {
  for (const style of styleNames) {
    const before = fontRequests()
    await loadType(recipe({ style, title: 'Night bus', text: 'The last one leaves at “ten past two”.' }))
    const sizes = await Promise.all(
      fontRequests()
        .filter((url) => !before.includes(url))
        .map(async (url) => (await (await fetch(url)).arrayBuffer()).byteLength),
    )
    expect(
      sizes.reduce((total, size) => total + size, 0),
      style,
    ).toBeLessThanOrEqual(60_000)
  }
  expect(fontRequests().join()).not.toMatch(/arabic|cyrillic|greek|vietnamese|noto-sans-jp|noto-emoji/)
  await loadType(recipe({ title: '夜行バス', text: 'حافلة Ночной λεωφορείο Chuyến' }))
  for (const script of ['arabic', 'cyrillic', 'greek', 'vietnamese', 'noto-sans-jp'])
    expect(fontRequests().join()).toContain(script)
})

test('an emoji is printed in the ink, from the one file that has all its parts', async () => {
  await loadType(recipe({ text: 'Page 3, © 2026' }))
  expect(fontRequests().join()).not.toContain('noto-emoji')
  await loadType(recipe({ text: 'Stay in ❤️‍🔥' }))
  expect(fontRequests().filter((url) => url.includes('noto-emoji'))).toHaveLength(1)
  const page = recipe({ text: '🦊 👩‍🚀 🇯🇵 3️⃣ ☎' })
  await loadType(page)
  expect(coloursOf(page)).toEqual(['33,29,28'])
})

test('two pages that load the same font at the same time both wait for it', async () => {
  const page = recipe({ style: 'pixel', title: 'Żółć' })
  const first = loadType(page)
  await Promise.all([loadType(page), first])
  expect(document.fonts.check(fontOf(facesOf(page).heading, 40), 'Żółć')).toBe(true)
})

test('a family without the letters of a language is replaced as a whole', () => {
  const families = (fields: Partial<PageRecipe>) => {
    const { heading, body } = facesOf(recipe(fields))
    return [heading.family, body.family]
  }
  expect(families({ style: 'typewriter', title: 'Zażółć' })).toEqual(['typewriter', 'typewriter'])
  expect(families({ style: 'typewriter', title: 'Chuyến xe' })).toEqual(['onest', 'onest'])
  expect(families({ style: 'handwriting', title: 'Night bus' })).toEqual(['marker', 'handwriting'])
  expect(families({ style: 'handwriting', title: 'Zażółć' })).toEqual(['handwriting', 'handwriting'])
  expect(families({ style: 'typewriter', title: 'Ночной автобус', text: 'Bus 14' })).toEqual(['onest', 'onest'])
  expect(families({ style: 'typewriter', title: 'Night bus', text: 'Ночь' })).toEqual(['typewriter', 'typewriter'])
  expect(families({ style: 'pixel', title: 'Ночной автобус' })).toEqual(['pixel', 'pixel'])
  expect(families({ style: 'poster', title: '夜のバス' })).toEqual(['poster', 'plain'])
  expect(fontOf(facesOf(recipe({ style: 'book' })).body, 40)).toContain(fontFamily('scripts'))
})

test('a letter that a heading’s face lacks is as heavy as the heading', async () => {
  for (const style of styleNames) {
    const page = recipe({ style, title: 'Night 夜' })
    await loadType(page)
    const { heading } = facesOf(page)
    expect(inkOf('夜', fontOf(heading, 200)), style).toBeGreaterThan(
      inkOf('夜', fontOf({ ...heading, weight: 400 }, 200)) * 1.2,
    )
  }
})

function inkOf(letter: string, font: string) {
  const pen = openPen(new OffscreenCanvas(300, 300), false)
  pen.font = font
  pen.fillText(letter, 50, 220)
  return pen.getImageData(0, 0, 300, 300).data.reduce((sum, byte, index) => sum + (index % 4 === 3 ? byte : 0), 0)
}

/** The colours of a page's pixels that are not transparent. */
function coloursOf(page: PageRecipe) {
  const drawing = layoutPage({ ...page, isTextured: false }, { width: 600, height: 800 })
  const pen = openPen(new OffscreenCanvas(600, 800), false)
  pen.fillStyle = '#211d1c'
  for (const mark of drawing.marks)
    if (mark.kind === 'text') {
      pen.font = mark.font
      pen.fillText(mark.text, mark.x, mark.y)
    }
  const { data } = pen.getImageData(0, 0, 600, 800)
  const colours = new Set<string>()
  for (let byte = 0; byte < data.length; byte += 4)
    if (data[byte + 3] === 255) colours.add(data.slice(byte, byte + 3).join())
  return [...colours]
}

const fontRequests = () => [
  ...new Set(
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      // Development servers have a module for each URL.
      .filter((name) => name.includes('.woff2') && !name.includes('?import')),
  ),
]
