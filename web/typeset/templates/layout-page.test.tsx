import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  alignments,
  bubbleTails,
  coverDesigns,
  inks,
  type PageRecipe,
  pageTemplates,
  panelLayouts,
  textSizes,
  typeStyles,
} from '#contract/page-recipe.ts'
import { type PaperFormat, paperRatios } from '#contract/paper-formats.ts'
import { randomRuns } from '#tests/support/random-runs.ts'
import { blankRecipe } from '#web/typeset/recipe.ts'
import type { Drawing, Mark, TextLine } from '../drawing.ts'
import { loadType } from '../fonts/type-styles.ts'
import { minTextSize, type PageSize, pageSize } from '../page-size.ts'
import { layoutPage } from './layout-page.ts'
import { hasFolio } from './template-fields.ts'

const word = fc.oneof(
  fc.constantFrom(
    'The',
    'night',
    'bus',
    'is',
    'a',
    'room',
    'extraordinarily',
    'overheard',
    "o'clock",
    '"quoted"',
    '—',
    '-',
  ),
  fc.constantFrom(
    'Donaudampfschifffahrtsgesellschaft',
    'https://example.org/"a"?b=c',
    'x'.repeat(180),
    'me@example.org',
  ),
  fc.constantFrom('حافلة', 'الليل', 'שלום', 'λεωφορείο', 'Chuyến', 'автобус', 'Zażółć', 'ไม่มีใคร'),
  fc.constantFrom(
    '夜行バスは、この町で「ただひとつ」の部屋だ。',
    '夜行',
    '👨‍👩‍👧‍👦',
    '❤️',
    '3️⃣',
    '🚌🌙',
    '🇯🇵',
    'e\u0301\u0323',
    '\u00ad',
    '\u200b',
    '﷽',
  ),
  fc.constantFrom('**bold**', '*slanted words*', '_夜の電車_', '**حافلة الليل**', '[a link](https://example.org/a_b)'),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
)
const separator = fc.constantFrom(' ', ' ', ' ', ' ', '\n', '\n\n', '\u00a0', '\t', '\u3000', '\n- ', '\n## ', '\n> ')
const textOf = (maxLength: number) =>
  fc
    .array(fc.tuple(word, separator), { maxLength: maxLength / 5 })
    // The contract refuses half a character.
    .map((words) =>
      words
        .flat()
        .join('')
        .slice(0, maxLength)
        .replace(/[\ud800-\udbff]$/, ''),
    )

const share = fc.double({ min: 0, max: 1, noNaN: true })
const bubble = fc.record({
  panel: fc.nat({ max: 5 }),
  text: textOf(120),
  x: share,
  y: share,
  tail: fc.constantFrom(...bubbleTails),
})

const recipe = fc
  .record({
    template: fc.constantFrom(...pageTemplates),
    style: fc.constantFrom(...typeStyles),
    title: textOf(200),
    text: fc.oneof(textOf(60), textOf(600), textOf(2800)),
    captions: fc.array(textOf(150), { maxLength: 6 }),
    pictures: fc.array(fc.constant(null), { maxLength: 6 }),
    inks: fc.uniqueArray(fc.constantFrom(...inks), { minLength: 1, maxLength: 2 }),
    language: fc.constantFrom('', 'en', 'de', 'fr', 'ja', 'ar', 'pl'),
    textSize: fc.constantFrom(undefined, undefined, ...textSizes, 1.5),
    alignment: fc.constantFrom(undefined, ...alignments),
    panels: fc.constantFrom(undefined, ...panelLayouts),
    bubbles: fc.array(bubble, { maxLength: 4 }),
    folio: fc.option(fc.record({ number: fc.integer({ min: 1, max: 40 }), title: textOf(40) }), { nil: undefined }),
  })
  .map((fields): PageRecipe => ({ ...blankRecipe(fields.template), ...fields }))
const format = fc.constantFrom<PaperFormat>('pictures', ...(Object.keys(paperRatios) as (keyof typeof paperRatios)[]))

/** The same pages every day, new ones before a release. */
const runs = { numRuns: randomRuns, ...(randomRuns < 1000 && { seed: 32 }) }

test('a page has every word of its recipe or says that it does not fit, and nothing is outside it or too small', async () => {
  await fc.assert(
    fc.asyncProperty(recipe, format, fc.boolean(), (page, paper, isLandscape) =>
      expectWhole(page, pageSize(paper, isLandscape)),
    ),
    runs,
  )
})

test('texts of a shared size have it on every page, and titles one of three sizes', async () => {
  const titles = new Set<number>()
  for (const template of ['text', 'columns', 'list', 'letter', 'solid', 'picture'] as const)
    for (const text of ['Late again.', essay, `${essay}\n\n${essay}`])
      for (const title of ['', 'Night bus', 'Everything that the last bus of the night knows about us']) {
        const page: PageRecipe = { ...blankRecipe(template), title, text, language: 'en', textSize: 'medium' }
        await loadType(page)
        const drawing = layoutPage(page, pageSize('a-size'))
        const sizes = drawing.marks.filter((mark) => mark.kind === 'text').map(sizeOf)
        expect(drawing.textSize).toBe(1)
        for (const size of sizes) if (size !== minTextSize(pageSize('a-size'))) titles.add(size)
      }
  expect(titles.size).toBeLessThanOrEqual(3)
})

test('a page number is further from the text than the next line would be', async () => {
  for (const template of ['text', 'picture', 'comic', 'quote', 'letter'] as const)
    for (const textSize of ['small', 'medium', 'large'] as const) {
      const text = template === 'text' || template === 'letter' ? essay.repeat(9) : essay.slice(0, 90)
      const folio = { number: 7, title: '' }
      const page: PageRecipe = { ...blankRecipe(template), title: 'Bus', text, textSize, language: 'en', folio }
      await loadType(page)
      const lines = layoutPage(page, pageSize('a-size')).marks.filter((mark) => mark.kind === 'text')
      const number = lines.at(-1) as TextLine
      const last = Math.max(...lines.slice(0, -1).map(({ y }) => y))
      expect(number.text).toBe('7')
      expect(number.y - last, `${template}, ${textSize}`).toBeGreaterThan(sizeOf(number) * 1.9)
    }
})

test('an A5 page has about 180 words of medium size', async () => {
  const page: PageRecipe = { ...blankRecipe('text'), language: 'en', textSize: 'medium', text: essay.repeat(9) }
  await loadType(page)
  const { overflow } = layoutPage(page, pageSize('a-size'))
  const printed = page.text.slice(0, -overflow.length).split(/\s+/).length
  expect(printed).toBeGreaterThan(160)
  expect(printed).toBeLessThan(210)
})

test('justified lines end at the same place, except the last', async () => {
  const page: PageRecipe = {
    ...blankRecipe('text'),
    language: 'en',
    textSize: 'medium',
    alignment: 'justify',
    text: essay,
  }
  await loadType(page)
  const size = pageSize('a-size')
  const pen = new OffscreenCanvas(1, 1).getContext('2d') as OffscreenCanvasRenderingContext2D
  const lines = layoutPage(page, size).marks.filter((mark) => mark.kind === 'text')
  const ends = lines.slice(0, -1).map(({ text, font, x, wordSpacing = 0 }) => {
    Object.assign(pen, { font, wordSpacing: `${wordSpacing}px` })
    return x + pen.measureText(text).width
  })
  const justified = ends.filter((_, index) => (lines[index]?.wordSpacing ?? 0) > 0)
  expect(justified.length).toBeGreaterThan(3)
  expect(Math.max(...justified) - Math.min(...justified)).toBeLessThan(3)
})

test.each(coverDesigns)('the design %s of a cover has every word or says that it does not fit', async (cover) => {
  const covers = fc.tuple(recipe, fc.boolean()).map(
    ([page, hasPicture]): PageRecipe => ({
      ...page,
      template: 'title',
      cover,
      pictures: hasPicture ? [{ url: '', altText: '' }] : [],
    }),
  )
  await fc.assert(
    fc.asyncProperty(covers, format, fc.boolean(), (page, paper, isLandscape) =>
      expectWhole(page, pageSize(paper, isLandscape)),
    ),
    runs,
  )
})

test('the letter of a cover is the first of its title, without quotation marks', async () => {
  const letterOf = async (title: string, language: string) => {
    const page: PageRecipe = { ...blankRecipe('title'), cover: 'letter', title, language }
    await loadType(page)
    return layoutPage(page, pageSize('a-size')).marks.find((mark) => mark.kind === 'letter')?.text
  }
  expect(await letterOf('“moths”', 'en')).toBe('M')
  expect(await letterOf('**¿Éxito?**', 'es')).toBe('É')
  expect(await letterOf('iğne', 'tr')).toBe('İ')
  expect(await letterOf('「猫」だより', 'ja')).toBe('猫')
  expect(await letterOf('حبر', 'ar')).toBe('ح')
  expect(await letterOf('👨‍👩‍👧‍👦 at home', '')).toBe('👨‍👩‍👧‍👦')
  expect(await letterOf('', '')).toBeUndefined()
})

async function expectWhole(page: PageRecipe, size: PageSize) {
  const context = new OffscreenCanvas(1, 1).getContext('2d') as OffscreenCanvasRenderingContext2D
  await loadType(page)
  const drawing = layoutPage(page, size)
  const lines = linesOf(page, drawing).map((line) => line.text)
  expect(sorted(lines.join('') + drawing.overflow)).toBe(sorted(printedTexts(page).join('')))
  expect(drawing.overflowWords > 0).toBe(drawing.overflow !== '')
  for (const mark of drawing.marks) {
    // Drawings can continue beyond the edge.
    if (mark.kind === 'shape') continue
    const { x, y, width, height } = mark.kind === 'text' ? boxOf(context, mark) : mark.box
    // Half a pixel of rounding.
    expect(Math.min(x, y, width, height)).toBeGreaterThanOrEqual(-0.5)
    expect(x + width).toBeLessThanOrEqual(size.width + 0.5)
    expect(y + height).toBeLessThanOrEqual(size.height + 0.5)
    const smallest = minTextSize(size) * (page.textSize === 'small' ? 7 / 8 : 1)
    if (mark.kind === 'text') expect(sizeOf(mark)).toBeGreaterThanOrEqual(Math.round(smallest))
  }
}

test('the text without what does not fit fills the page, and the rest starts with a whole word', async () => {
  const text = `${essay}\n\n${essay}\n\n${essay}`
  const size = pageSize('a-size')
  for (const template of ['text', 'columns', 'letter', 'list'] as const) {
    const page = { ...blankRecipe(template), title: 'Night bus', text, language: 'en' }
    await loadType(page)
    const { overflow, overflowWords } = layoutPage(page, size)
    expect(text.endsWith(overflow)).toBe(true)
    expect(overflowWords).toBe(overflow.split(/\s+/).length)
    const first = text.slice(0, -overflow.length)
    expect(first).toMatch(/\s$/)
    expect(layoutPage({ ...page, text: first }, size).overflow).toBe('')
  }
})

test.each(['text', 'columns', 'list', 'solid', 'quote'] as const)(
  'few words fill a page of the template %s: large and whole',
  async (template) => {
    const size = pageSize('a-size')
    for (const style of typeStyles) {
      const page = { ...blankRecipe(template), style, text: 'Extraordinarily quiet tonight', language: 'en' }
      await loadType(page)
      const [first, ...others] = linesOf(page, layoutPage(page, size))
      expect(sizeOf(first as TextLine), style).toBeGreaterThan(minTextSize(size) * 2)
      expect([first, ...others].map((line) => line?.text).join(' '), style).toBe(page.text)
    }
  },
)

test('lines of large Japanese text are filled, and break around quotes and between words', async () => {
  const linesOfText = async (template: PageRecipe['template'], text: string) => {
    const page: PageRecipe = { ...blankRecipe(template), text, language: 'ja' }
    await loadType(page)
    return linesOf(page, layoutPage(page, pageSize('a-size'))).map((line) => line.text)
  }
  const text = '朝の電車がトンネルを抜けていく。おにぎりは二つ、梅と鮭。「いただきます」と小さく言う。'
  expect(await linesOfText('text', text)).toEqual([
    '朝の電車が',
    'トンネルを',
    '抜けていく。',
    'おにぎりは二つ、',
    '梅と鮭。',
    '「いただきます」',
    'と小さく言う。',
  ])
  const greeting = '田中さんは早い。「おはようございます」と声をかけると、（今日も）田中さんは黙って手をあげる。'
  for (const template of ['text', 'quote', 'list', 'letter', 'solid'] as const)
    for (const times of [1, 2, 9]) {
      const lines = await linesOfText(template, greeting.repeat(times))
      for (const line of lines)
        expect(line, `${template}, ${times} times`).not.toMatch(/^[」）、。ゃゅょー]|[「（]$|田中?$/)
    }
})

test('a cover has no empty frame after it was a comic without pictures', async () => {
  const page = { ...blankRecipe('title'), title: 'Night bus', pictures: [null, null] }
  await loadType(page)
  expect(layoutPage(page, pageSize('a-size')).marks.some(({ kind }) => kind === 'picture')).toBe(false)
})

test.each(['1. Fry.\nWait.', '1.5 l of stock\nsalt', 'salt\n2. Fry.'])(
  'no bullet of the list %j is below its text',
  async (text) => {
    const page = { ...blankRecipe('list'), text }
    await loadType(page)
    const { marks } = layoutPage(page, pageSize('a-size'))
    const lines = linesOf(page, { marks } as Drawing)
    const start = Math.min(...lines.map(({ x }) => x))
    // After the bar that is there instead of a title.
    const bullets = marks.filter((mark) => mark.kind === 'solid').slice(1)
    expect(bullets.length).toBe(text.split('\n').filter((line) => !/^\d+\. /.test(line)).length)
    for (const { box } of bullets) expect(box.x + box.width).toBeLessThanOrEqual(start)
  },
)

test('marks of Markdown are drawn: bold, italic, bullets, subheadings, quotes and rows', async () => {
  const text = 'Two **bold** and *slanted* words\n\n## Soup\n- leek\n> Late.\n| a | b |'
  const page = { ...blankRecipe('text'), style: 'book' as const, title: 'A **moth**', text }
  await loadType(page)
  const lines = linesOf(page, layoutPage(page, pageSize('a-size')))
  const fontOf = (word: string) => lines.find((line) => line.text === word)?.font
  expect(lines.map((line) => line.text).join(' ')).not.toMatch(/[*#>|]/)
  expect(fontOf('bold')).toMatch(/^700 /)
  expect(fontOf('slanted')).toMatch(/^italic 400 /)
  expect(sizeOf({ font: fontOf('Soup') } as TextLine)).toBeGreaterThan(sizeOf({ font: fontOf('leek') } as TextLine))
  const [bullet, leek, late] = ['•', 'leek', 'Late.'].map((word) => lines.find((line) => line.text === word)?.x ?? 0)
  expect(bullet).toBeLessThan(leek ?? 0)
  expect(late).toBe(leek)
  expect(fontOf('a\u00a0· b')).toBeDefined()
})

test('in scripts without slanted letters, words in italics are bold', async () => {
  for (const text of ['これは*とても*古い', 'هذا *قديم* جدا']) {
    const page = { ...blankRecipe('text'), text }
    await loadType(page)
    const fonts = linesOf(page, layoutPage(page, pageSize('a-size'))).map(({ font }) => font)
    expect(fonts.some((font) => font.startsWith('700 '))).toBe(true)
    expect(fonts.some((font) => font.startsWith('italic'))).toBe(false)
  }
})

test('a subheading is never the last line of a page', async () => {
  const page = { ...blankRecipe('text'), language: 'en' }
  await loadType({ ...page, text: essay })
  for (let count = 5; count < 40; count += 1) {
    const text = `${Array(count).fill('One more line.').join('\n')}\n## Soup\n${essay}`
    const { overflow, marks } = layoutPage({ ...page, text }, pageSize('a-size'))
    const last = marks.findLast((mark) => mark.kind === 'text')
    expect(last?.text, overflow).not.toBe('Soup')
  }
})

test('the panels of a comic follow the direction of its words', async () => {
  const panelsOf = async (captions: string[]) => {
    const page = { ...blankRecipe('comic'), captions }
    await loadType(page)
    return layoutPage(page, pageSize('a-size', true)).marks.filter((mark) => mark.kind === 'picture')
  }
  const [first, second] = await panelsOf(['Dusk', 'Night'])
  expect(first?.box.x).toBeLessThan(second?.box.x ?? 0)
  const [start, next] = await panelsOf(['الغروب', 'الليل'])
  expect(start?.box.x).toBeGreaterThan(next?.box.x ?? 0)
})

test('a second ink that would hide the text is not printed below it', async () => {
  const size = pageSize('a-size')
  const marksOf = async (template: PageRecipe['template'], pageInks: PageRecipe['inks']) => {
    const page = { ...blankRecipe(template), title: 'Night bus', captions: ['Ten to six'], inks: pageInks }
    await loadType(page)
    return layoutPage(page, size).marks
  }
  const hasSolid = (marks: Mark[]) => marks.some((mark) => mark.kind === 'solid' && mark.ink === 1)
  const isKnockedOut = (marks: Mark[]) => marks.some((mark) => mark.kind === 'text' && mark.isKnockedOut)
  for (const template of ['text', 'comic'] as const) {
    expect(hasSolid(await marksOf(template, ['black', 'pink'])), template).toBe(true)
    expect(hasSolid(await marksOf(template, ['blue', 'black'])), template).toBe(false)
  }
  for (const template of ['title', 'solid'] as const) {
    expect(isKnockedOut(await marksOf(template, ['black', 'pink'])), template).toBe(false)
    expect(isKnockedOut(await marksOf(template, ['blue', 'black'])), template).toBe(true)
  }
})

const essay =
  `The night bus is the only honest room in town. Nobody on it is pretending to be anywhere else, and each of them is
carrying something "unfinished" home: a shift, a fight, a bag of shopping, a sentence they should have said at nine.

I started writing these down on the backs of receipts. At first I only wrote what I could hear. Then I wrote what I could
smell, which was chips, rain, hand sanitiser and, on Thursdays, the lilies that the man from the flower market takes home.`.replaceAll(
    /(?<!\n)\n(?!\n)/g,
    ' ',
  )

/** Without the large quotation mark of a quote. */
const linesOf = ({ template }: PageRecipe, { marks }: Drawing) => {
  const lines = marks.filter((mark) => mark.kind === 'text')
  return template === 'quote' ? lines.slice(1) : lines
}

const captionCounts: Partial<Record<PageRecipe['template'], number>> = {
  picture: 1,
  'full-bleed': 1,
  comic: 6,
  back: 1,
}
const printedTexts = ({ template, title, text, captions, bubbles = [], folio }: PageRecipe) => [
  title,
  text,
  ...captions.slice(0, captionCounts[template] ?? 0),
  ...(template === 'comic' ? bubbles.map((bubble) => bubble.text) : []),
  ...(folio && hasFolio(template) ? [folio.title, `${folio.number}`] : []),
]

/** Characters in a fixed order, without white space, hyphens at the ends of lines, kinds of quotation marks, and marks of
 * Markdown. */
const sorted = (text: string) =>
  Array.from(
    text.replaceAll(/[\s\u00ad\u200b\u2060‐–•·*_#>[\]()-]|\ufe0f/g, '').replaceAll(/["'“”‘’„‚«»「」『』]/g, "'"),
  )
    .sort()
    .join('')

const sizeOf = ({ font }: TextLine) => Number(/(\d+)px/.exec(font)?.[1])

function boxOf(context: OffscreenCanvasRenderingContext2D, line: TextLine) {
  Object.assign(context, { font: line.font, direction: line.direction, textAlign: 'start' })
  const ink = context.measureText(line.text)
  // Marks can be low „ or in a part of their width 「
  if (/^\p{P}$/u.test(line.text)) {
    const [left, up] = [ink.actualBoundingBoxLeft, ink.actualBoundingBoxAscent]
    const [width, height] = [left + ink.actualBoundingBoxRight, up + ink.actualBoundingBoxDescent]
    return { x: line.x - left, y: line.y - up, width, height }
  }
  const width = Math.min(ink.width, line.maxWidth ?? Number.POSITIVE_INFINITY)
  const size = sizeOf(line)
  return { x: line.direction === 'rtl' ? line.x - width : line.x, y: line.y - size * 0.75, width, height: size * 0.95 }
}
