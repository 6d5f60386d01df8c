import { expect, test } from 'vitest'
import type { PageRecipe } from '#contract/page-recipe.ts'
import { loadType } from '../fonts/type-styles.ts'
import { pageSize } from '../page-size.ts'
import { blankRecipe } from '../recipe.ts'
import { layoutPage } from '../templates/layout-page.ts'
import { continuePages } from './continue-pages.ts'

const size = pageSize('a-size')
const sentence = (index: number) => `Moth ${index} came to the lamp on the porch, and it stayed until the milk van.`
const sentences = (count: number) => Array.from({ length: count }, (_, index) => sentence(index)).join(' ')

async function continued(change: Partial<PageRecipe>, maxPages = 8) {
  const recipe = { ...blankRecipe('text'), title: 'Moths', language: 'en', ...change }
  await loadType(recipe)
  const pages = continuePages(recipe, size, maxPages)
  return { pages, drawings: pages.map((page) => layoutPage(page, size)) }
}

test.each(['text', 'columns', 'letter'] as const)(
  'a text goes on in one size, at the end of a sentence: %s',
  async (template) => {
    // In each of these, a few words did not fit.
    for (const count of [15, 17, 19, 21, 23, 31]) {
      const text = sentences(count)
      const { pages, drawings } = await continued({ template, text })
      if (pages.length === 1) continue
      expect(pages.map((page) => page.text).join(' ')).toBe(text)
      expect(drawings.map(({ overflow }) => overflow).join('')).toBe('')
      expect(new Set(drawings.map(({ textSize }) => textSize)).size).toBe(1)
      const lengths = pages.map((page) => page.text.length)
      expect(Math.min(...lengths), `${count}`).toBeGreaterThan(Math.max(...lengths) / 2)
      for (const page of pages) expect(page.text).toMatch(/\.$/)
    }
  },
)

test('paragraphs stay whole where possible, and the rest is on the last page that the zine has', async () => {
  const paragraphs = Array.from({ length: 4 }, () => sentences(6))
  const { pages } = await continued({ text: paragraphs.join('\n\n') })
  expect(pages.map((page) => page.text)).toEqual([
    paragraphs.slice(0, 2).join('\n\n'),
    paragraphs.slice(2).join('\n\n'),
  ])
  const { pages: few, drawings } = await continued({ text: sentences(60) }, 1)
  expect(few).toHaveLength(2)
  expect(drawings[1]?.overflow).not.toBe('')
})

test('a drawing and stamps stay on the first page', async () => {
  const drawing = { strokes: [{ ink: 0 as const, width: 'thin' as const, points: '1 2 3' }], altText: '' }
  const stamps = [{ design: 'star' as const, ink: 0 as const, x: 0.5, y: 0.5, size: 0.3, turn: 0 }]
  const { pages } = await continued({ text: sentences(40), drawing, stamps })
  expect(pages.length).toBeGreaterThan(1)
  expect(pages.map((page) => [page.drawing, page.stamps])).toEqual(
    pages.map((_, index) => (index === 0 ? [drawing, stamps] : [undefined, undefined])),
  )
})
