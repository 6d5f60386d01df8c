import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ALL_FORMATS, FilePathSource, Input } from 'mediabunny'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { inEnglish } from '#contract/in-english.ts'
import { fixturePath } from '#tests/fixtures/fixture.ts'
import { decodeFile } from '../decode-file.ts'
import { startDecoder } from '../start-decoder.ts'
import {
  decode,
  decodePixels,
  limits,
  outputFolder,
  quarterColours,
  readVariant,
  setUpOutputFolder,
  silent,
} from './decoding.testing.ts'
import { damagedImageMessage } from './file-errors.ts'
import { renderPrint } from './image.ts'
import { decodeSvg, renderSizes } from './render-svg.ts'

setUpOutputFolder()

/** A photo as far as encoders can tell: a gradient with noise. */
async function photo(width: number, height: number, name = 'photo.jpg', grey = false) {
  const from = join(outputFolder, name)
  const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const
  const picture = sharp({ create: { width, height, channels: 3, background: '#808080', noise } })
  await (grey ? picture.greyscale() : picture.tint('#c08040')).toFile(from)
  return { from, into: outputFolder, limits }
}
const readPrint = async (hash: string) => readFile(join(outputFolder, `${hash}-print.jpg`))
const sizeOfPicture = async (picture: Buffer) => {
  const { width, height } = await sharp(picture).metadata()
  return [width, height]
}

describe('what a picture is printed from', () => {
  test.each([
    [4000, 3000, 3307, 2480],
    [2400, 3600, 2339, 3508],
    [2000, 1000, 2000, 1000],
    [300, 200, 300, 200],
    [400, 3600, 390, 3508],
  ])('of %i × %i is a JPEG of %i × %i, and no place or camera is in it', async (width, height, toWidth, toHeight) => {
    const { hash, files, printWidth, byteSize } = await decodeFile(await photo(width, height), silent)
    expect(files[0]).toBe(`${hash}-print.jpg`)
    const printed = await readPrint(hash)
    expect(await sharp(printed).metadata()).toMatchObject({
      format: 'jpeg',
      width: toWidth,
      height: toHeight,
      channels: 3,
      space: 'srgb',
    })
    expect(printWidth).toBe(toWidth)
    const { exif, icc } = await sharp(printed).metadata()
    expect({ exif, icc }).toEqual({})
    const sizes = await Promise.all(files.map(async (name) => (await readFile(join(outputFolder, name))).length))
    expect(byteSize).toBe(sizes.reduce((sum, size) => sum + size))
    expect(await sizeOfPicture(await readVariant(hash, 1600))).toEqual([
      Math.min(1600, width),
      Math.round((height * Math.min(1600, width)) / width),
    ])
  })

  test('is on white paper where something can be seen through', async () => {
    const { hash, printWidth } = await decodePixels(300, 200, (at) => (((at * 7919) % 0x10000) << 8) >>> 0)
    expect(printWidth).toBe(300)
    const { channels } = await sharp(await readPrint(hash)).stats()
    expect(channels.map(({ min }) => min)).toEqual(channels.map(() => 255))
  })

  test('of greys alone is grey', async () => {
    const { hash } = await decodeFile(await photo(900, 600, 'grey.png', true), silent)
    expect(await sharp(await readPrint(hash)).metadata()).toMatchObject({ channels: 1, space: 'b-w' })
  })

  test('preserves thin lines in their colour', async () => {
    const [pink, blue] = [0xff48b0ff, 0x0078bfff]
    const lines = (at: number) => (at % 300 < 20 ? (at * 2_654_435_761) >>> 0 : (at % 300) % 8 < 2 ? pink : blue)
    const { hash, printWidth } = await decodePixels(300, 200, lines)
    expect(printWidth).toBe(300)
    const { data, info } = await sharp(await readPrint(hash))
      .raw()
      .toBuffer({ resolveWithObject: true })
    const red = (x: number) => data[(100 * info.width + x) * info.channels] ?? 0
    for (let x = 40; x < 280; x += 8) expect([red(x) > 210, red(x + 4) < 40]).toEqual([true, true])
  })

  test('is the first frame of an animation', async () => {
    const { hash, printWidth } = await decode('animation.gif')
    expect([printWidth, await sizeOfPicture(await readPrint(hash))]).toEqual([120, [120, 80]])
    expect(await quarterColours(await readPrint(hash))).toBe('red green blue yellow')
  })

  test('is not stored if the picture itself is stored losslessly', async () => {
    const bars = (at: number) => (at % 97 < 50 ? 0x0078bfff : 0xf6f1e7ff)
    const page = await decodePixels(1000, 700, bars)
    expect([page.printWidth, page.files.length]).toEqual([undefined, 3])
    expect((await readdir(outputFolder)).filter((name) => /print/.test(name))).toEqual([])
    expect((await decodePixels(1700, 700, bars)).printWidth).toBe(1700)
  })

  test('is not made of portraits, nor of videos', async () => {
    expect(await decode('wide.webp', { isPortrait: true })).not.toHaveProperty('printWidth')
    expect(await decode('clip.mp4')).not.toHaveProperty('printWidth')
    expect((await readdir(outputFolder)).filter((name) => /print/.test(name))).toEqual([])
  })

  test('is part of the name: a public address does not lead to another file', async () => {
    const plain = (width: number) => decodePixels(width, width, () => 0xf6f1e7ff)
    const [small, large] = [await plain(1600), await plain(2000)]
    expect(await readVariant(small.hash, 1600)).toEqual(await readVariant(large.hash, 1600))
    expect(small.hash).not.toBe(large.hash)
  })

  test('cannot be claimed by a decoder that a file took over', async () => {
    const forgedHash = 'ab'.repeat(16)
    const startCompromised: typeof startDecoder = async (options) => {
      const decoder = await startDecoder(options)
      const run: typeof decoder.run = async (...input) => {
        const outcome = await decoder.run(...input)
        return 'decoded' in outcome ? { decoded: { ...outcome.decoded, hash: forgedHash } } : outcome
      }
      return { ...decoder, run }
    }
    const file = { from: fixturePath('photo.avif'), into: outputFolder, limits }
    await expect(decodeFile(file, silent, startCompromised)).rejects.toThrow('the name of others')
  })
})

const gradient =
  '<linearGradient id="g"><stop stop-color="#c02040"/><stop offset="1" stop-color="#2040c0"/></linearGradient>'

describe('a drawing has no pixels', () => {
  const svgWith = (attributes: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${gradient}<rect width="100%" height="100%" fill="url(#g)"/></svg>`
  /** Checks the rendering only: encoding its files in another process would take most of the time. */
  const renderedSizes = async (attributes: string) => {
    const svg = Buffer.from(svgWith(attributes))
    const { display, largest } = await renderSizes(svg, true, Number.POSITIVE_INFINITY)
    return [await sizeOfPicture((await renderPrint(largest)).bytes), [display.info.width, display.info.height]]
  }

  test.each([
    ['width="30000" height="30000"', [2480, 2480], [1600, 1600]],
    ['width="210mm" height="297mm" viewBox="0 0 210 297"', [2480, 3508], [1600, 2263]],
    ['width="12.5" height="15px"', [2480, 2976], [1600, 1920]],
    ['style="width:90px;height:60px"', [3508, 2339], [1600, 1067]],
    ['width="1e308" height="1e308"', [2480, 2480], [1600, 1600]],
    ['viewBox="0 0 1e9 1e9"', [2480, 2480], [1600, 1600]],
    ['width="-5" height="-5"', [2480, 2480], [1600, 1600]],
    ['width="100%" height="100%" viewBox="0 0 40 30"', [3307, 2480], [1600, 1200]],
    ['width="nan" height="inf"', [2480, 2480], [1600, 1600]],
    ['', [2480, 2480], [1600, 1600]],
  ])('%s', async (attributes, printed, shown) => {
    const [printSize = [], displaySize = []] = await renderedSizes(attributes)
    for (const [at, expected] of [...printed, ...shown].entries())
      expect(Math.abs(([...printSize, ...displaySize][at] ?? 0) - expected)).toBeLessThanOrEqual(expected / 150)
  })

  test.each(['width="0" height="0"', 'width="9" height="0"', 'width="1e-9" height="1e-9"', 'viewBox="0 0 0 0"'])(
    '%s: it has no size either',
    async (attributes) => {
      const from = join(outputFolder, 'sent.svg')
      await writeFile(from, svgWith(attributes))
      await expect(decodeFile({ from, into: outputFolder, limits }, silent)).rejects.toThrow(
        inEnglish(damagedImageMessage),
      )
    },
  )

  test.each([
    ['in pixels', 'width="794" height="400"'],
    ['in millimetres', 'width="210.08mm" height="105.83mm"'],
    ['in a style sheet', 'style="width:210.08mm;height:105.83mm"'],
    ['at a place of its own', 'x="300" y="90" width="794" height="400"'],
  ])('a number is a pixel, as in browsers, where its size is %s', async (_how, attributes) => {
    const inside = `<rect width="794" height="400" fill="#c02040"/><rect x="397" width="397" height="200" fill="#20a040"/>
      <rect y="200" width="397" height="200" fill="#2040c0"/><rect x="105.04mm" y="2.0834in" width="397" height="200" fill="#e0c020"/>`
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`
    const { variants, print } = await decodeSvg(Buffer.from(svg), true)
    for (const picture of [...variants, print?.bytes ?? Buffer.of()])
      expect(await quarterColours(picture)).toBe('red green blue yellow')
  })

  test('one that renders slowly is printed from the displayed picture instead of being rendered again', async () => {
    const inside = `${gradient}<circle cx="20" cy="20" r="20" fill="url(#g)"/>`
    const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">${inside}</svg>`)
    const [quick, slow] = [await decodeSvg(svg, true), await decodeSvg(svg, true, 0)]
    expect([quick.print?.width, quick.width, slow.print?.width, slow.width]).toEqual([2480, 2480, 1600, 1600])
    expect(slow.variants).toEqual(quick.variants)
  })
})

describe('a video', () => {
  test.each([
    ['clip.mp4', 'mp4', 'avc', 320, 180],
    ['clip-fast-start.mp4', 'mp4', 'avc', 320, 180],
    ['clip.mov', 'mp4', 'avc', 320, 180],
    ['clip-sideways.mp4', 'mp4', 'avc', 180, 320],
    ['clip-av1.mp4', 'mp4', 'av1', 320, 180],
    ['clip-vp8.webm', 'webm', 'vp8', 320, 180],
    ['clip-vp9.webm', 'webm', 'vp9', 320, 180],
  ])('%s is stored as %s, complete, with its sound', async (name, extension, codec, width, height) => {
    const decoded = await decode(name)
    expect(decoded).toMatchObject({ kind: 'video', extension, width, height })
    using input = new Input({
      source: new FilePathSource(join(outputFolder, `${decoded.hash}.${extension}`)),
      formats: ALL_FORMATS,
    })
    const track = await input.getPrimaryVideoTrack()
    const size = [await track?.getDisplayWidth(), await track?.getDisplayHeight()]
    expect([await track?.getCodec(), ...size]).toEqual([codec, width, height])
    expect(await input.computeDuration()).toBeCloseTo(2, 1)
    expect((await input.getAudioTracks()).length).toBe(1)
  })

  test.each(['clip.mp4', 'clip.mov', 'clip-vp9.webm'])('%s loses its place and title', async (name) => {
    const { hash, extension } = await decode(name)
    const sent = await readFile(fixturePath(name))
    const output = await readFile(join(outputFolder, `${hash}.${extension}`))
    expect(sent.includes('Rue Cler')).toBe(true)
    for (const trace of ['Rue Cler', '48.8584', 'loci', '\xa9xyz', 'ISO6709']) {
      expect(output.includes(trace, 0, 'latin1'), trace).toBe(false)
    }
  })

  test('has its index in front, so that it plays before it has arrived', async () => {
    const { hash } = await decode('clip.mp4')
    const output = await readFile(join(outputFolder, `${hash}.mp4`))
    expect(output.indexOf('moov')).toBeLessThan(output.indexOf('mdat'))
    expect(output.indexOf('moov')).toBeGreaterThan(0)
  })

  test('gives the same address each time', async () => {
    for (const name of ['clip.mp4', 'clip-vp9.webm']) expect(await decode(name)).toEqual(await decode(name))
  })

  test.skipIf(process.platform !== 'linux' || process.arch !== 'x64')(
    'has a frame of its own as poster, upright (where a decoder is installed)',
    async () => {
      for (const name of ['clip.mov', 'clip-vp8.webm', 'clip-vp9.webm', 'clip-av1.mp4']) {
        const { hash } = await decode(name)
        expect(await quarterColours(await readVariant(hash, 1600)), name).toBe('red green blue yellow')
      }
      const sideways = await decode('clip-sideways.mp4')
      expect(await quarterColours(await readVariant(sideways.hash, 1600))).toBe('green yellow red blue')
    },
  )
})
