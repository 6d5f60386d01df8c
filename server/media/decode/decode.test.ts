import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { inEnglish } from '#contract/in-english.ts'
import { imageWidths, storedWidth } from '#contract/media-address.ts'
import { fixture } from '#tests/fixtures/fixture.ts'
import { decodeFile } from '../decode-file.ts'
import { decodeCpuLimits } from './decode-task.ts'
import {
  decode,
  decodeBytes,
  decodePixels,
  fromDataUrl,
  limits,
  outputFolder,
  quarterColours,
  readVariant,
  setUpOutputFolder,
  silent,
} from './decoding.testing.ts'
import { damagedImageMessage, damagedVideoMessage, notMediaMessage } from './file-errors.ts'

setUpOutputFolder()

const paddedGif = fixture('gif-padded-4096.gif')
/** Four frames, without the last byte of the format and the padding after it. */
const wholeGif = paddedGif.subarray(0, paddedGif.lastIndexOf(';'))

/** The CPU time of all child processes that have ended, from the fields cutime and cstime of proc(5). */
async function endedProcessesSeconds() {
  const stat = await readFile('/proc/self/stat', 'utf8')
  const [user = 0, system = 0] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(14, 16).map(Number)
  return (user + system) / 100
}

describe('a picture', () => {
  test.each([
    ['print-cmyk.jpg', 600, 400],
    ['scan-16-bit.png', 300, 200],
    ['see-through.png', 300, 200],
    ['photo.avif', 300, 200],
    ['wide.webp', 2000, 1000],
    ['drawing.svg', 3508, 2339],
  ])('%s becomes WebP in three widths, in its colours', async (name, width, height) => {
    const decoded = await decode(name)
    expect(decoded).toMatchObject({ kind: 'image', extension: 'webp', width, height })
    expect((await readdir(outputFolder)).toSorted()).toEqual(decoded.files.toSorted())
    for (const variantWidth of [400, 800, 1600]) {
      const webp = await readVariant(decoded.hash, variantWidth)
      expect(await sharp(webp).metadata()).toMatchObject({
        format: 'webp',
        width: Math.min(variantWidth, width),
        space: 'srgb',
        depth: 'uchar',
      })
      expect(await quarterColours(webp)).toBe('red green blue yellow')
    }
  })

  test('is rotated upright, and its location and camera data are removed', async () => {
    const { hash, width, height } = await decode('photo-sideways-gps.jpg')
    expect([width, height]).toEqual([600, 900])
    const webp = await readVariant(hash, 1600)
    expect(await quarterColours(webp)).toBe('blue red yellow green')
    const { exif, xmp, iptc, icc, orientation } = await sharp(webp).metadata()
    expect({ exif, xmp, iptc, icc, orientation }).toEqual({})
    expect(webp.includes('Riso')).toBe(false)
  })

  test('preserves transparency', async () => {
    const { hash } = await decode('see-through.png')
    const { channels } = await sharp(await readVariant(hash, 400)).stats()
    expect(channels[3]?.mean).toBeCloseTo(127, -1)
  })

  test.each(['animation.gif', 'animation.webp'])('%s stays animated', async (name) => {
    const { hash, width, height, placeholder } = await decode(name)
    expect([width, height]).toEqual([120, 80])
    const shown = await sharp(await readVariant(hash, 1600), { animated: true }).metadata()
    expect(shown).toMatchObject({ pages: 3, delay: [100, 200, 300], pageHeight: 80 })
    expect((await sharp(fromDataUrl(placeholder)).metadata()).pages ?? 1).toBe(1)
  })

  test('has a placeholder of a dozen pixels', async () => {
    const { placeholder } = await decode('wide.webp')
    expect(placeholder.length).toBeLessThan(400)
    expect(await sharp(fromDataUrl(placeholder)).metadata()).toMatchObject({ format: 'webp', width: 12 })
  })

  test('gives the same address each time', async () => {
    const first = await decode('photo.avif')
    expect(await decode('photo.avif')).toEqual(first)
  })

  test('with few colours is stored losslessly if it is not resized, and with its transparency', async () => {
    const colours = [0xff48b0ff, 0x0078bfff, 0xf6f1e7ff, 0x00000000]
    const colourAt = (at: number) => colours[Math.floor(at / 3) % 4] ?? 0
    const { hash, width } = await decodePixels(1000, 700, colourAt)
    expect(width).toBe(1000)
    const shown = await sharp(await readVariant(hash, 1600))
      .raw()
      .toBuffer()
    const wrongPixels = Array.from({ length: 1000 * 700 }, (_, at) => at).filter((at) => {
      const expected = colourAt(at)
      return expected === 0 ? shown[at * 4 + 3] !== 0 : shown.readUInt32BE(at * 4) !== expected
    })
    expect(wrongPixels).toEqual([])
  })

  test('with many colours is stored lossily, in a fraction of the bytes', async () => {
    const noise = (at: number) => ((at * 2_654_435_761) % 0x1000000) * 256 + 255
    const { hash } = await decodePixels(900, 700, noise)
    expect((await readVariant(hash, 1600)).length).toBeLessThan(900 * 700 * 2)
  })

  test('hardly wider than a width is not made smaller for it, and any wider is', async () => {
    const bars = (at: number) => (at % 97 < 50 ? 0x0078bfff : 0xf6f1e7ff)
    for (const [original, files] of [
      [900, [400, 900, 900]],
      [1000, [400, 1000, 1000]],
      [1001, [400, 800, 1001]],
      [450, [450, 450, 450]],
      [1700, [400, 800, 1600]],
    ] as const) {
      const { hash } = await decodePixels(original, 60, bars)
      const widths = [400, 800, 1600].map(
        async (variantWidth) => (await sharp(await readVariant(hash, variantWidth)).metadata()).width,
      )
      expect(await Promise.all(widths), `${original}`).toEqual(files)
      expect(imageWidths.map((variantWidth) => storedWidth(variantWidth, original))).toEqual(files)
    }
  })

  test.each([
    'photo-sideways-gps.jpg',
    'see-through.png',
    'animation.webp',
    'photo.avif',
    'animation.gif',
    'clip-fast-start.mp4',
    'clip-vp8.webm',
  ])('%s may have padding or other data after its end', async (name) => {
    const padding = [Buffer.alloc(3000), Buffer.from('\nappended by a phone')]
    for (const data of padding) await decodeBytes(Buffer.concat([fixture(name), data]))
  })

  test.each([
    ['padding', wholeGif, Buffer.alloc(300)],
    ['other data', wholeGif, Buffer.from(';<p>appended</p>')],
    ['nothing', wholeGif, Buffer.of()],
    ['nothing, also not the end of its last block', wholeGif.subarray(0, -1), Buffer.of()],
    ['a comment', wholeGif, Buffer.from('!\xfe\x02by\0', 'latin1')],
    ['data of a program', wholeGif, Buffer.from('!\xff\x0bXMP DataXMP\x01a\0', 'latin1')],
  ])('that is a GIF may end without its last byte, with %s in its place', async (_what, gif, data) => {
    const { hash } = await decodeBytes(Buffer.concat([gif, data]))
    expect((await sharp(await readVariant(hash, 400), { animated: true }).metadata()).pages).toBe(4)
  })

  test('with a script in it ends as pixels', async () => {
    const { hash, files } = await decode('script.svg')
    expect(files.every((name) => /\.(webp|jpg)$/.test(name))).toBe(true)
    expect((await readVariant(hash, 1600)).includes('script')).toBe(false)
  })
})

describe('rejected files', () => {
  test.each([
    ['', Buffer.of()],
    [' and padding after it', Buffer.alloc(300)],
    [' and the last byte after it', Buffer.from(';')],
  ])('a GIF with a truncated last frame%s', async (_what, data) => {
    const gif = Buffer.concat([wholeGif.subarray(0, -20), data])
    await expect(decodeBytes(gif)).rejects.toThrow(inEnglish(damagedImageMessage))
  })

  test('a GIF that announces another frame and ends', async () => {
    const gif = Buffer.concat([wholeGif, Buffer.from('!\xf9\x04\0\0\0\0\0', 'latin1')])
    await expect(decodeBytes(gif)).rejects.toThrow(inEnglish(damagedImageMessage))
  })

  test.each([
    ['not-an-image.png', inEnglish(notMediaMessage)],
    ['document.pdf', inEnglish(notMediaMessage)],
    ['truncated.jpg', inEnglish(damagedImageMessage)],
    ['truncated.gif', inEnglish(damagedImageMessage)],
    ['truncated-animation.webp', inEnglish(damagedImageMessage)],
    ['bomb-50000x50000.png', /more than 50 million pixels/],
    ['apng-fallback.png', 'Animated PNG files are not supported. Save the animation as GIF or WebP and try again.'],
    ['animation.avif', 'Animated AVIF files are not supported. Save the animation as GIF or WebP and try again.'],
    ['entity-bomb.svg', /uses entities/],
    ['outside-reference.svg', /links to other files/],
    ['truncated.mp4', inEnglish(damagedVideoMessage)],
    ['truncated-no-index.mp4', inEnglish(damagedVideoMessage)],
    ['truncated.webm', inEnglish(damagedVideoMessage)],
    ['clip-hevc.mp4', /uses HEVC .* which most browsers cannot play\. Save it as MP4 \(H\.264\) or WebM\./],
    ['clip-prores.mov', /uses Apple ProRes/],
    ['clip-theora.ogv', /uses Theora/],
    ['clip-10-bit.mp4', /more than 8 bits/],
    ['clip-pcm.mov', /uncompressed \(PCM\) sound/],
    ['samples-and-fragments.mp4', /fragments in a way that is not supported\. Export it again as a new file/],
    ['clip.avi', /old format/],
    ['sound-only.ogg', /sound but no video/],
    ['sound-only.mp4', /sound but no video/],
  ])('%s', async (name, message) => {
    await expect(decode(name)).rejects.toMatchObject({
      code: 'media_refused',
      message: message instanceof RegExp ? expect.stringMatching(message) : message,
    })
  })

  test('a file above the limit of its kind', async () => {
    const lowLimits = { limits: { ...decodeCpuLimits, maxImageMb: 0.001, maxVideoMb: 0.001 } }
    await expect(decode('wide.webp', lowLimits)).rejects.toThrow('This image is larger than 0.001 MB.')
    await expect(decode('clip.mp4', lowLimits)).rejects.toThrow('This video is larger than 0.001 MB.')
  })

  test.each([
    ['<![CDATA[', ''],
    ['<![CDATA[', ']]>'],
  ])('a drawing of 2.2 MB that a pattern would read for minutes: %s', async (repeated, suffix) => {
    const from = join(outputFolder, 'sent')
    const inside = repeated.repeat(2_200_000 / repeated.length) + suffix
    await writeFile(from, `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${inside}</svg>`)
    const startedAt = performance.now()
    await expect(decodeFile({ from, into: outputFolder, limits }, silent)).rejects.toThrow(
      'This drawing is larger than 1 MB.',
    )
    expect(performance.now() - startedAt).toBeLessThan(30_000)
  })

  test.runIf(process.platform === 'linux')(
    'a picture that never finishes decoding ends its decoder, and nothing else',
    async () => {
      const secondsBefore = await endedProcessesSeconds()
      const shortLimits = { limits: { ...limits, svgMs: 1000 } }
      await expect(decode('endless.svg', shortLimits)).rejects.toThrow('This file is too complex')
      // On an idle machine, the limit of elapsed time would end it after ten.
      expect((await endedProcessesSeconds()) - secondsBefore).toBeLessThan(3)
    },
  )

  test('a file that changed on its way', async () => {
    await expect(decode('photo.avif', { sha256: '0'.repeat(64) })).rejects.toThrow('damaged during the upload')
  })
})
