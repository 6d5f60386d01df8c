import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { fixture } from '#tests/fixtures/fixture.ts'
import { animatedMessage, RejectedFileError } from './file-errors.ts'
import { decodeImage } from './image.ts'

/** The colours of the pictures: six stripes. */
const stripes = [
  [200, 40, 60],
  [40, 160, 70],
  [40, 60, 200],
  [128, 128, 128],
  [30, 30, 30],
  [240, 240, 240],
]
const original = stripes.map(String)
const stripeWidth = 16

function chunk(type: string, data: Buffer) {
  const content = Buffer.concat([Buffer.from(type), data])
  return Buffer.concat([uint32(data.length), content, uint32(crc32(content))])
}

function uint32(...values: number[]) {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4)
  return bytes
}

const gama = (exponent: number) => chunk('gAMA', uint32(Math.round(exponent * 1e5)))
const chrm = (...values: number[]) => chunk('cHRM', uint32(...values.map((value) => Math.round(value * 1e5))))
const cicp = (...codes: number[]) => chunk('cICP', Buffer.from(codes))
const srgb = chunk('sRGB', Buffer.of(0))
const displayP3 = [0.3127, 0.329, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06]

type Kind = { type?: 0 | 2 | 4 | 6; depth?: 8 | 16 }

/** A PNG of the stripes, in a colour type of the format. Grey ones show the green channel. */
function stripesPng(chunks: Buffer[], { type = 2, depth = 8 }: Kind = {}) {
  const numbersOf = ([red = 0, green = 0, blue = 0]: number[]) =>
    ({ 0: [green], 2: [red, green, blue], 4: [green, 255], 6: [red, green, blue, 255] })[type]
  const row = stripes.flatMap((colour) => Array.from({ length: stripeWidth }, () => numbersOf(colour)).flat())
  const bytes = Buffer.from([0, ...(depth === 16 ? row.flatMap((value) => [value, value]) : row)])
  const header = Buffer.concat([uint32(stripes.length * stripeWidth, 8), Buffer.from([depth, type, 0, 0, 0])])
  const start = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), chunk('IHDR', header)])
  const data = deflateSync(Buffer.concat(Array<Buffer>(8).fill(bytes)))
  return Buffer.concat([start, ...chunks, chunk('IDAT', data), chunk('IEND', Buffer.of())])
}

async function publishedStripes(bytes: Buffer, count = stripes.length) {
  const { variants } = await decodeImage(bytes, true)
  const { data, info } = await sharp(variants[2]).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return Array.from({ length: count }, (_, index) => {
    const at = (Math.floor(info.height / 2) * info.width + Math.floor(((index + 0.5) * info.width) / count)) * 3
    return [...data.subarray(at, at + 3)]
  })
}

async function expectStripes(bytes: Buffer, expected: string[]) {
  const published = await publishedStripes(bytes, expected.length)
  for (const [index, colour] of expected.entries())
    for (const [channel, value] of colour.split(',').entries())
      expect(Math.abs((published[index]?.[channel] ?? 0) - Number(value)), `${published.join(' ')}`).toBeLessThan(4)
}

/** The expected colours are those of a screenshot of Chromium. */
describe('a PNG has the colours that browsers show', () => {
  const light = ['229,110,133', '110,208,143', '110,133,229', '188,188,188', '96,96,96', '248,248,248']
  const lightGreys = ['110,110,110', '208,208,208', '133,133,133', '188,188,188', '96,96,96', '248,248,248']
  const p3 = ['218,0,54', '0,163,56', '34,61,208', '128,128,128', '30,30,30', '240,240,240']

  test.each<[string, Buffer[], string[]]>([
    ['no information', [], original],
    ['a linear curve', [gama(1)], light],
    [
      'the curve of old Macs',
      [gama(1 / 1.8)],
      ['210,53,77', '53,176,88', '53,77,210', '146,146,146', '40,40,40', '243,243,243'],
    ],
    ['a dark curve', [gama(0.33)], ['184,12,29', '12,135,39', '12,29,184', '99,99,99', '5,5,5', '235,235,235']],
    ['the usual curve', [gama(0.45455)], original],
    ['the usual curve and inks', [gama(0.45455), chrm(0.3127, 0.329, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06)], original],
    [
      'other inks',
      [gama(0.45455), chrm(...displayP3)],
      ['220,0,51', '0,164,53', '28,58,209', '129,129,129', '24,24,24', '240,240,240'],
    ],
    ['inks without a curve', [chrm(...displayP3)], original],
    ['impossible inks', [gama(0.45455), chrm(0, 0, 0, 0, 0, 0, 0, 0)], original],
    ['no curve', [gama(0)], original],
    ['sRGB before gAMA', [srgb, gama(1)], original],
    ['Display P3', [cicp(12, 13, 0, 1)], p3],
    ['cICP before sRGB and gAMA', [srgb, gama(1), cicp(12, 13, 0, 1)], p3],
    ['sRGB as cICP', [gama(1), cicp(1, 13, 0, 1)], original],
    ['BT.2020', [cicp(9, 1, 0, 1)], ['246,0,42', '0,163,35', '0,48,207', '121,121,121', '18,18,18', '239,239,239']],
    ['PQ', [cicp(9, 16, 0, 1)], ['255,0,0', '0,226,0', '0,0,255', '132,132,132', '4,4,4', '255,255,255']],
    ['HLG', [cicp(9, 18, 0, 1)], ['230,0,40', '0,138,40', '0,40,177', '99,99,99', '13,13,13', '243,243,243']],
    ['unknown codes', [cicp(99, 13, 0, 1)], original],
    ['unspecified codes', [cicp(2, 2, 0, 1)], original],
    ['short chunks', [cicp(9), gama(1).subarray(0, 0), chunk('cHRM', Buffer.of(1))], original],
  ])('with %s', (_what, chunks, expected) => expectStripes(stripesPng(chunks), expected))

  test.each<[string, Kind, string[]]>([
    ['grey', { type: 0 }, lightGreys],
    ['grey with transparency', { type: 4 }, lightGreys],
    ['grey of 16 bits', { type: 0, depth: 16 }, lightGreys],
    ['16 bits', { depth: 16 }, light],
    ['transparency', { type: 6 }, light],
  ])('in %s', (_what, kind, expected) => expectStripes(stripesPng([gama(1)], kind), expected))

  test('with a profile, before gAMA and after cICP', async () => {
    const withProfile = await sharp(stripesPng([])).withIccProfile('p3').png().toBuffer()
    const add = (added: Buffer) => Buffer.concat([withProfile.subarray(0, 33), added, withProfile.subarray(33)])
    await expectStripes(add(gama(1)), original)
    await expectStripes(add(cicp(1, 13, 0, 1)), (await publishedNumbers(withProfile)).map(String))
  })
})

/** The numbers in the file, without the conversion of its profile. */
async function publishedNumbers(png: Buffer) {
  const { data, info } = await sharp(png, { ignoreIcc: true }).raw().toBuffer({ resolveWithObject: true })
  return stripes.map((_, index) => {
    const at = (index * stripeWidth + 8) * info.channels
    return [...data.subarray(at, at + 3)]
  })
}

test.each([
  ['display-p3.avif', '218,0,54 0,163,56 35,61,208 236,199,0 128,128,128 30,30,30 255,0,0 240,240,240'],
  ['hdr.avif', '255,0,0 0,225,0 0,0,255 255,139,0 131,131,131 4,4,4 255,0,0 255,255,255'],
])('%s has the colours that browsers show', (name, expected) => expectStripes(fixture(name), expected.split(' ')))

describe('an animated PNG', () => {
  const frameControl = chunk('fcTL', Buffer.concat([uint32(0, 96, 8, 0, 0), Buffer.from([0, 1, 0, 1, 0, 0])]))

  test.each([
    ['whose default picture is not part of it', fixture('apng-fallback.png')],
    ['with two frames', stripesPng([chunk('acTL', uint32(2, 0)), frameControl])],
    ['with one frame besides the default picture', stripesPng([chunk('acTL', uint32(1, 0))])],
  ])('%s is refused, with the way out', async (_what, png) => {
    await expect(decodeImage(png, true)).rejects.toThrow(new RejectedFileError(animatedMessage('PNG')))
  })

  test('with the default picture as only frame is a still', () =>
    expectStripes(stripesPng([chunk('acTL', uint32(1, 0)), frameControl]), original))
})
