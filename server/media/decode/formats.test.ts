import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import { inEnglish } from '#contract/in-english.ts'
import { imageExtension, isImageName, refusedFormats } from '#contract/media-formats.ts'
import { fixturePath } from '#tests/fixtures/fixture.ts'
import {
  decode,
  decodeBytes as decodeSent,
  quarterColours,
  readVariant,
  setUpOutputFolder,
} from './decoding.testing.ts'
import { notMediaMessage } from './file-errors.ts'
import { detectKind, headerLength } from './sniff.ts'

setUpOutputFolder()

/** Without a print version, which takes the longest. */
const decodeBytes = (bytes: Buffer | string) => decodeSent(bytes, { isPortrait: true })

const opaque = () => sharp(fixturePath('scan-16-bit.png'))

describe('TIFF', () => {
  test('of a scanner is decoded', async () => {
    expect(await decode('scan.tif')).toMatchObject({ kind: 'image', extension: 'webp', width: 120, height: 80 })
  })

  test.each<[string, (picture: Sharp) => Sharp]>([
    ['in CMYK', (picture) => picture.toColourspace('cmyk').tiff({ compression: 'lzw' })],
    ['with 16 bits', (picture) => picture.toColourspace('rgb16').tiff({ compression: 'deflate' })],
    ['with JPEG inside, in tiles', (picture) => picture.tiff({ compression: 'jpeg', tile: true })],
    ['without compression, in BigTIFF', (picture) => picture.tiff({ compression: 'none', bigtiff: true })],
  ])('%s has its colours', async (_, write) => {
    const { hash, width } = await decodeBytes(await write(opaque()).toBuffer())
    expect(width).toBe(300)
    expect(await quarterColours(await readVariant(hash, 1600))).toBe('red green blue yellow')
  })

  test('that is stored sideways is rotated upright', async () => {
    const bytes = await opaque().withMetadata({ orientation: 6 }).tiff().toBuffer()
    expect(await decodeBytes(bytes)).toMatchObject({ width: 200, height: 300 })
  })

  test('with several pages is refused, because only the first would be published', async () => {
    const page = await opaque().png().toBuffer()
    const pages = await sharp([page, page], { join: { animated: true } })
      .tiff()
      .toBuffer()
    await expect(decodeBytes(pages)).rejects.toThrow('This TIFF contains 2 images. Save each page as a file of its own')
  })

  test('with several sizes is refused', async () => {
    const pyramid = await opaque().resize(3000).tiff({ pyramid: true, tile: true }).toBuffer()
    await expect(decodeBytes(pyramid)).rejects.toThrow(/This TIFF contains \d images/)
  })

  test('that is incomplete is refused', async () => {
    const bytes = await opaque().tiff({ compression: 'none' }).toBuffer()
    await expect(decodeBytes(bytes.subarray(0, bytes.length / 2))).rejects.toThrow(
      'This image is damaged or incomplete',
    )
  })

  test('that states a huge size is refused', async () => {
    const huge = await opaque().tiff({ compression: 'none' }).toBuffer()
    const directory = huge.readUInt32LE(4)
    for (const entry of [0, 1]) huge.writeUInt32LE(60_000, directory + 2 + entry * 12 + 8)
    await expect(decodeBytes(huge)).rejects.toThrow(/more than 50 million pixels|damaged/)
  })
})

describe('a drawing', () => {
  const text = readFileSync(fixturePath('drawing.svg'), 'utf8').replace(/^<\?xml.*?\?>\s*/, '')
  test.each([
    [
      'in UTF-16 with a byte order mark',
      Buffer.from(`\uFEFF<?xml version="1.0" encoding="UTF-16"?>${text}`, 'utf16le'),
    ],
    ['in UTF-16, big-endian', Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
    ['in UTF-16 without a byte order mark', Buffer.from(`<?xml version="1.0"?>${text}`, 'utf16le')],
    ['that wrongly declares UTF-16', `<?xml version="1.0" encoding="UTF-16"?>${text}`],
    ['after a comment longer than a header', `<?xml version="1.0"?>\n<!-- ${'licence '.repeat(2000)}-->\n${text}`],
    ['after a comment that ends with the header', `<!--${'x'.repeat(headerLength - 7)}-->${text}`],
    ['whose first tag is cut by the header', `${' '.repeat(headerLength - 2)}${text}`],
    ['that is compressed (SVGZ)', gzipSync(text)],
  ])('%s is decoded', async (_, bytes) => {
    const { hash } = await decodeBytes(bytes)
    expect(await quarterColours(await readVariant(hash, 1600))).toBe('red green blue yellow')
  })

  test('whose names have a prefix is decoded', async () => {
    const { hash, width, height } = await decode('prefix.svg')
    expect(width / height).toBeCloseTo(2, 2)
    const { dominant } = await sharp(await readVariant(hash, 400)).stats()
    expect(dominant.r).toBeGreaterThan(dominant.g + 100)
  })

  test('that is compressed and expands beyond the limit is refused', async () => {
    const bomb = gzipSync(`<svg xmlns="http://www.w3.org/2000/svg"><!--${'x'.repeat(50_000_000)}--></svg>`)
    await expect(decodeBytes(bomb)).rejects.toThrow('This drawing is larger than 1 MB.')
  })

  test.each([
    ['HTML after a comment', '<!-- a --><html><svg></svg></html>'],
    ['HTML after a long comment', `<!-- ${'x'.repeat(5000)} --><html></html>`],
    ['a program after a long instruction', `<?php ${'x'.repeat(5000)}`],
    ['a compressed text', gzipSync('Moths')],
    ['a damaged gzip file', Buffer.from([0x1f, 0x8b, 8, 1, 2, 3])],
    ['nothing', ''],
  ])('%s is none', async (_, bytes) => {
    await expect(decodeBytes(bytes)).rejects.toThrow(inEnglish(notMediaMessage))
  })
})

test.each([
  ['HEIC', 'photo.heic', '\0\0\0\x18ftypheic\0\0\0\0', 'HEIC'],
  ['BMP', 'scan.bmp', 'BM\x36\x10\x0e\0\0\0\0\0\x36\0', 'BMP'],
  ['JPEG XL', 'a.jxl', '\xff\x0a\xfa\x1f', 'JPEG XL'],
  ['JPEG 2000', 'a.jp2', '\0\0\0\x0cjP  \r\n\x87\n', 'JPEG 2000'],
  ['Photoshop', 'a.psd', '8BPS\0\x01', 'drawing program'],
  ['EPS', 'a.eps', '%!PS-Adobe-3.0 EPSF-3.0', 'drawing program'],
  ['raw photos of Canon', 'a.cr2', 'II*\0\x10\0\0\0CR\x02\0', 'Raw photos'],
  ['newer raw photos of Canon', 'a.cr3', '\0\0\0\x18ftypcrx \0\0\0\x01', 'Raw photos'],
  ['icons', 'favicon.ico', '\0\0\x01\0\x01\0', 'Icon files'],
  ['AVI', 'a.avi', 'RIFF\0\0\0\0AVI LIST', 'old format'],
  ['MPEG', 'a.mpg', '\0\0\x01\xba', 'old format'],
])('%s is refused by its name, and by its content with the same advice', (_, name, start, message) => {
  const byName = refusedFormats.find(({ extension }) => extension.test(name))
  expect(inEnglish(byName?.message ?? '')).toContain(message)
  expect(() => detectKind(Buffer.from(start, 'latin1'))).toThrow(inEnglish(byName?.message ?? ''))
})

test('every accepted extension is that of an image, and none is also refused', () => {
  const accepted = ['jpg', 'jpeg', 'png', 'gif', 'webp', 'avif', 'svg', 'svgz', 'tif', 'tiff'].map(
    (name) => `a.${name}`,
  )
  expect(accepted.filter((name) => !imageExtension.test(name) || !isImageName(name))).toEqual([])
  expect(accepted.filter((name) => refusedFormats.some(({ extension }) => extension.test(name)))).toEqual([])
  expect(isImageName('a.heic')).toBe(true)
  expect(isImageName('a.avi')).toBe(false)
})
