import { describe, expect, test } from 'vitest'
import { fixture } from '#tests/fixtures/fixture.ts'
import { createTestFolder } from '#tests/support/test-folder.ts'
import * as testPdfs from './pdf.testing.ts'
import { testReader } from './pdf-reader.testing.ts'
import { transcriptOf } from './render-part.ts'

// Each page needs a process, which is slow on a busy machine.

const { render } = testReader(createTestFolder())
const wordsOf = ({ text = '' }: { text?: string }) => transcriptOf(text).split(/\n+/)
const blue = [0, 0, 255]

/** Areas of `annotatedPage`, as fractions. */
const row = (at: number) => [0.09, (15 + 50 * at) / 595, 0.72, (45 + 50 * at) / 595] as const
const middleOf = ([fromX, fromY, toX, toY]: ReturnType<typeof row>) => [toX - fromX, (fromY + toY) / 2] as const

const widget = (entries: string) => `/Subtype/Widget/F 4/DA(/Helv 12 Tf 0 g)${entries}`

describe('a filled-in form', () => {
  test('has its texts, ticks and choices on the page and in its words', async () => {
    const page = await render(await fixture('filled-form.pdf'))
    expect(wordsOf(page)).toEqual([
      'My fillable zine: recipe card',
      'Name:',
      'Vegan:',
      'Serves:',
      'GRANDMA ROSE',
      'four',
      'Chop two onions.',
      'Cry a little.',
    ])
    const areas: Record<string, [number, number, number, number]> = {
      name: [0.25, 0.142, 0.6, 0.17],
      tick: [0.245, 0.212, 0.28, 0.235],
      choice: [0.245, 0.275, 0.35, 0.3],
      firstLine: [0.1, 0.382, 0.4, 0.4],
      // The program that filled in this form drew the second line outside of its field.
      secondLine: [0.1, 0.405, 0.3, 0.425],
    }
    for (const area of Object.values(areas)) expect([area, page.isWritten?.(...area)]).toEqual([area, true])
  })

  const fields = [
    widget('/FT/Tx/T(a)/V(Grandma Rose)'),
    widget('/FT/Tx/Ff 4096/T(b)/V(Chop onions\\nCry)'),
    widget('/FT/Ch/Ff 131072/T(c)/V(4)/Opt[[(2)(two)][(4)(four)]]'),
    widget('/FT/Ch/T(d)/V(sage)/Opt[(rosemary)(sage)]'),
    widget('/FT/Btn/T(e)/V/Yes/AS/Yes/MK<</CA(4)>>/Rect[40 370 60 390]'),
    widget('/FT/Tx/T(f)/V(Empty){empty}'),
  ]
  test.each(['/NeedAppearances true', ''])('is drawn if no program drew its fields (%s)', async (catalog) => {
    const page = await render(testPdfs.annotatedPage(fields, { catalog }))
    expect(wordsOf(page)).toEqual(['Page', 'Grandma Rose', 'Chop onions', 'Cry', 'four', 'rosemary', 'sage', 'Empty'])
    expect([0, 1, 2, 3, 5].map((at) => page.isWritten?.(...row(at)))).toEqual([true, true, true, true, true])
    expect(page.isWritten?.(0.09, 205 / 595, 0.15, 225 / 595)).toBe(true)
  })

  test('hides what is typed into a field for a password', async () => {
    const page = await render(testPdfs.annotatedPage([widget('/FT/Tx/Ff 8192/T(a)/V(secret)')]))
    expect(wordsOf(page)).toEqual(['Page', '******'])
  })

  test('on two pages side by side is split', async () => {
    const pdf = testPdfs.annotatedPage(
      [widget('/FT/Tx/T(a)/V(Left)'), widget('/FT/Tx/T(b)/V(Right)/Rect[460 500 800 530]')],
      { box: [0, 0, 840, 595] },
    )
    expect(wordsOf(await render(pdf, 1, 'left'))).toEqual(['Page', 'Left'])
    expect(wordsOf(await render(pdf, 1, 'right'))).toEqual(['Right'])
  })

  test.each([
    ['a choice of which no appearance is known', widget('/FT/Btn/Ff 49152/T(a)/V/A/AS/A'), '', 'unflattened'],
    ['a text that no font has', widget('/FT/Tx/T(a)/V<FEFF574230E24E0A>'), '', 'missing font'],
    ['a program that makes its pages', '', '/XFA 3 0 R>>/NeedsRendering true/Unknown<<', 'unflattened'],
  ])('is refused for %s', async (_title, annotation, catalog, refused) => {
    expect((await render(testPdfs.annotatedPage([annotation], { catalog }))).answer).toEqual({ refused })
  })
})

describe('annotations', () => {
  test('are drawn as on a screen, and their words are words of the page', async () => {
    const flags = { printed: 4, none: 0, hidden: 2, notViewed: 32, unknownKinds: 1 }
    const stamps = Object.values(flags).map((flag) => `/Subtype/Stamp/F ${flag}{stamp}`)
    const page = await render(testPdfs.annotatedPage([...stamps, widget('/F 0/FT/Tx/T(a)/V(Seen){stamp}')]))
    expect(wordsOf(page).join(' ')).toBe('Page Seen Seen Seen Seen')
    const isDrawn = stamps.map((_, at) => String(page.colorAt?.(...middleOf(row(at)))) === String(blue))
    expect(isDrawn).toEqual([true, true, false, false, true])
  })

  test('are drawn if no program did so', async () => {
    const page = await render(
      testPdfs.annotatedPage([
        '/Subtype/FreeText/Contents(Free words)/DA(/Helv 12 Tf 0 g)',
        '/Subtype/Highlight/C[0 0 1]/QuadPoints[40 530 300 530 40 500 300 500]',
        '/Subtype/Ink/C[0 0 0]/InkList[[40 450 100 480 300 450]]',
      ]),
    )
    expect(wordsOf(page)).toEqual(['Page', 'Free words'])
    expect([page.isWritten?.(...row(0)), page.isWritten?.(...row(2))]).toEqual([true, true])
    expect(page.colorAt?.(...middleOf(row(1)))).toEqual(blue)
  })

  test.each([
    ['nobody has drawn it', '/Subtype/Line/L[40 550 300 580]'],
    ['it may be on a hidden layer', '/Subtype/Stamp/OC {hidden}{stamp}'],
  ])('lead to a refusal if one cannot be drawn, because %s', async (_title, annotation) => {
    expect((await render(testPdfs.annotatedPage([annotation]))).answer).toEqual({ refused: 'unflattened' })
  })
})

describe('a font that is not in the PDF', () => {
  const named = (base: string) => `<</Type/Font/Subtype/Type1/BaseFont/${base}>>`
  const withNames = (names: string) =>
    `<</Type/Font/Subtype/TrueType/BaseFont/Arial/Encoding<</Differences[65 ${names}]>>/FirstChar 65/LastChar 67/Widths[600 600 600]>>`

  test('is no problem for Latin letters and the symbols of every PDF program', async () => {
    expect(wordsOf(await render(testPdfs.pageInScript('Hello')))[0]).toBe('Hello')
    expect(wordsOf(await render(testPdfs.pageInFont(named('Symbol'), '4142')))[0]).toBe('ΑΒ')
    expect(wordsOf(await render(testPdfs.pageInFont(named('ZapfDingbats'), '4142')))[0]).toBe('✡✢')
  })

  test.each([
    ['of three writing systems', () => fixture('fonts-not-embedded.pdf')],
    ['in Japanese', () => testPdfs.pageInScript('坂の上')],
    ['in Japanese, between Latin letters', () => testPdfs.pageInScript('A坂b')],
    ['of one character', () => testPdfs.pageInScript('坂')],
    ['in Hebrew', () => testPdfs.pageInScript('שלום')],
    ['in Arabic', () => testPdfs.pageInScript('سلام')],
    ['in Thai', () => testPdfs.pageInScript('สวัสดี')],
    ['with accents that are missing', () => testPdfs.pageInScript('Zażółć')],
    ['with one missing letter that others touch', () => testPdfs.pageInFont(withNames('/W/Zdotaccent/A'), '414243')],
    ['of symbols', () => testPdfs.pageInScript('☂')],
    ['in Cyrillic', () => testPdfs.pageInFont(withNames('/afii10017/afii10018/afii10019'), '414243')],
    ['of pictures instead of letters', () => testPdfs.pageInFont(named('Wingdings-Regular'), '4142')],
  ])('refuses the page: a text %s', async (_title, pdf) => {
    expect((await render(await pdf())).answer).toEqual({ refused: 'missing font' })
  })

  test('does not matter to invisible text over a scan, which stays the words of the page', async () => {
    const content = '3 Tr BT /G 40 Tf 40 400 Td <414243> Tj ET'
    const fonts = `/G ${testPdfs.firstObject} 0 R`
    const objects = [withNames('/afii10017/afii10018/afii10019')]
    expect(wordsOf(await render(testPdfs.pdfOf({ pages: [{ content, fonts }], objects })))).toEqual(['АБВ'])
  })
})

describe('words', () => {
  test('of a layer that is off are not words of the page', async () => {
    expect(wordsOf(await render(await fixture('hidden-layer.pdf')))).toEqual(['base', 'SCREEN ONLY'])
    expect(wordsOf(await render(testPdfs.layeredPage()))).toEqual(['Base', 'Shown', 'Recognised', 'End'])
  })

  test('that are cut away or beside the page are not words of the page', async () => {
    const { textOperators } = testPdfs
    const content = [
      textOperators('Inside', { y: 500 }),
      textOperators('Above', { y: 700 }),
      textOperators('Beside', { x: -300 }),
      `q 0 0 100 100 re W n ${textOperators('Clipped', { y: 400 })} Q`,
      `q 0 440 60 60 re W n ${textOperators('ABCDEF', { y: 450 })} Q`,
      `1 g ${textOperators('White', { y: 350 })} 0 g`,
      textOperators('Covered', { y: 200 }),
      testPdfs.filledRectangle('1 0 0', 0, 150, 420, 100),
    ]
    const page = await render(testPdfs.pdfOf({ pages: [{ content: content.join('\n') }] }))
    expect(wordsOf(page)).toEqual(['Inside', 'A', 'White', 'Covered'])
  })

  test('that are parted at the end of a line are joined', async () => {
    const lines = ['An exam-', 'ple of Jean-', 'Paul']
    const content = lines.map((line, at) => testPdfs.textOperators(line, { y: 500 - 50 * at }))
    const page = await render(testPdfs.pdfOf({ pages: [{ content: content.join('') }] }))
    expect(wordsOf(page)).toEqual(['An example of Jean-', 'Paul'])
  })
})
