import { join } from 'node:path'
import { ALL_FORMATS, EncodedPacketSink, FilePathSource, Input, type InputTrack } from 'mediabunny'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { inEnglish } from '#contract/in-english.ts'
import { fixture } from '#tests/fixtures/fixture.ts'
import { decode, decodeBytes, outputFolder, readVariant, setUpOutputFolder } from './decoding.testing.ts'
import { cutVideoMessage } from './file-errors.ts'

setUpOutputFolder()

/** Two seconds red with a low tone, then two seconds green with a high tone. Key frames are at 0 and 2 seconds. */
const source = fixture('red-then-green.mp4')
const [firstFrameTime, videoTicks, soundTicks, movieTicks] = [1024, 15_360, 44_100, 1000]

/** Seconds of the movie; `from` is undefined for an empty edit. */
type Edit = { from?: number; seconds: number; rate?: number }
type Edits = { video?: Edit[]; sound?: Edit[]; isLong?: boolean; isMov?: boolean }

/** The source with other edit lists. Its index is at the end, so that no address in it changes. */
function withEdits({ video, sound, isLong = false, isMov = false }: Edits) {
  const moovAt = source.lastIndexOf('moov') - 4
  const children = boxesOf(source.subarray(moovAt + 8))
  const [videoTrack, soundTrack] = children.filter(({ type }) => type === 'trak')
  const newChildren = children.map((child) => {
    if (child === videoTrack && video) return withEditList(child, toEntries(video, videoTicks, firstFrameTime), isLong)
    if (child === soundTrack && sound) return withEditList(child, toEntries(sound, soundTicks, 1024), isLong)
    return child.bytes
  })
  const file = Buffer.concat([source.subarray(0, moovAt), box('moov', Buffer.concat(newChildren))])
  if (isMov) file.write('qt  ', 8, 'latin1')
  return file
}

type Entry = { duration: number; mediaTime: number; rate: number }

const toEntries = (edits: Edit[], ticks: number, offset: number): Entry[] =>
  edits.map(({ from, seconds, rate = 1 }) => ({
    duration: Math.round(seconds * movieTicks),
    mediaTime: from === undefined ? -1 : Math.round(from * ticks) + offset,
    rate,
  }))

function withEditList(track: Box, entries: Entry[], isLong: boolean) {
  const head = Buffer.from([isLong ? 1 : 0, 0, 0, 0, 0, 0, 0, entries.length])
  const rows = entries.map(({ duration, mediaTime, rate }) => {
    const row = Buffer.alloc(isLong ? 20 : 12)
    if (isLong) row.writeBigUInt64BE(BigInt(duration))
    else row.writeUInt32BE(duration)
    if (isLong) row.writeBigInt64BE(BigInt(mediaTime), 8)
    else row.writeInt32BE(mediaTime, 4)
    row.writeInt32BE(rate * 0x10000, isLong ? 16 : 8)
    return row
  })
  const list = box('edts', box('elst', Buffer.concat([head, ...rows])))
  const children = boxesOf(track.bytes.subarray(8)).filter(({ type }) => type !== 'edts')
  return box('trak', Buffer.concat([...children.map(({ bytes }) => bytes), list]))
}

type Box = { type: string; bytes: Buffer }

function boxesOf(bytes: Buffer) {
  const boxes: Box[] = []
  for (let at = 0; at < bytes.length; at += bytes.readUInt32BE(at))
    boxes.push({
      type: bytes.toString('latin1', at + 4, at + 8),
      bytes: bytes.subarray(at, at + bytes.readUInt32BE(at)),
    })
  return boxes
}

function box(type: string, content: Buffer) {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(content.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, content])
}

/** The number of packets in the published file, and where they start and end, in tenths of a second. */
async function publishedPackets(hash: string) {
  using input = new Input({
    source: new FilePathSource(join(outputFolder, `${hash}.mp4`)),
    formats: ALL_FORMATS,
  })
  return [await summaryOf(await input.getPrimaryVideoTrack()), await summaryOf(await input.getPrimaryAudioTrack())]
}

async function summaryOf(track: InputTrack | null) {
  if (!track) return undefined
  const packets = await Array.fromAsync(new EncodedPacketSink(track).packets())
  const start = Math.min(...packets.map(({ timestamp }) => timestamp))
  const end = Math.max(...packets.map(({ timestamp, duration }) => timestamp + duration))
  return { count: packets.length, start: Math.round(start * 10) / 10 + 0, end: Math.round(end * 10) / 10 }
}

async function posterColour(hash: string) {
  const { channels } = await sharp(await readVariant(hash, 1600)).stats()
  const [red = 0, green = 0] = channels.map(({ mean }) => mean)
  return red > green ? 'red' : 'green'
}

const green: Edit = { from: 2, seconds: 2 }
const red: Edit = { from: 0, seconds: 2 }
const hasDecoder = process.platform === 'linux' && process.arch === 'x64'

describe('what an edit list hides is not published', () => {
  test.each([{}, { isLong: true }, { isMov: true }])('a start that ends at a key frame, %o', async (how) => {
    const { hash } = await decodeBytes(withEdits({ video: [green], sound: [green], ...how }))
    expect(await publishedPackets(hash)).toEqual([
      { count: 60, start: 0, end: 2 },
      { count: 87, start: 0, end: 2 },
    ])
    if (hasDecoder) expect(await posterColour(hash)).toBe('green')
  })

  test('an end, whose frames decoding may need for the last visible ones', async () => {
    const { hash } = await decodeBytes(withEdits({ video: [red], sound: [red] }))
    expect(await publishedPackets(hash)).toEqual([
      { count: 60, start: 0, end: 2 },
      { count: 88, start: 0, end: 2 },
    ])
    const early = [{ from: 0, seconds: 1.04 }]
    const [video] = await publishedPackets((await decodeBytes(withEdits({ video: early, sound: early }))).hash)
    expect(video?.count).toBeGreaterThan(27)
    expect(video?.count).toBeLessThanOrEqual(32)
  })

  test('sound before and after the visible part, even if all frames are visible', async () => {
    const { hash } = await decodeBytes(withEdits({ sound: [{ seconds: 1 }, { from: 1, seconds: 2 }] }))
    const [video, sound] = await publishedPackets(hash)
    expect(video).toEqual({ count: 120, start: 0, end: 4 })
    expect(sound).toEqual({ count: 87, start: 1, end: 3 })
  })

  test.each<[string, Edits]>([
    ['a start that ends between key frames', { video: [{ from: 1, seconds: 3 }] }],
    ['a single frame', { video: [{ from: 1 / 30, seconds: 3 }] }],
    ['a part in the middle', { video: [red, { from: 2.5, seconds: 1 }] }],
    ['a part in the middle of the sound', { sound: [red, { from: 2.5, seconds: 1 }] }],
    ['another order', { video: [green, red] }],
    ['a pause', { video: [red, { seconds: 1 }, green] }],
    ['another speed', { video: [{ ...red, rate: 2 }] }],
    ['a standing picture', { video: [{ ...red, rate: 0 }, green] }],
  ])('%s is refused', async (_what, edits) => {
    await expect(decodeBytes(withEdits(edits))).rejects.toThrow(inEnglish(cutVideoMessage))
  })

  test('frames that follow the first visible one and are shown before it', async () => {
    const { hash } = await decode('open-gop.mp4')
    const [video] = await publishedPackets(hash)
    expect(video).toEqual({ count: 60, start: 0, end: 2 })
    if (hasDecoder) expect(await posterColour(hash)).toBe('green')
  })

  test.each(['trimmed-editlist.mp4', 'trimmed-fragments.mp4'])('%s is refused', async (name) => {
    await expect(decode(name)).rejects.toThrow(inEnglish(cutVideoMessage))
  })
})

describe('an edit list that hides nothing', () => {
  const whole = [
    { count: 120, start: 0, end: 4 },
    { count: 174, start: 0, end: 4 },
  ]

  test.each<[string, Edits]>([
    ['a delay of reordered frames and of the sound decoder', {}],
    ['an empty list', { sound: [] }],
    ['parts that follow each other', { video: [red, green], sound: [red, green] }],
    ['rounded parts that follow each other', { video: [{ from: 0, seconds: 2.001 }, green] }],
    ['an end that is not stated', { video: [{ from: 0, seconds: 0 }], sound: [{ from: 0, seconds: 0 }] }],
    ['an end after the last frame', { video: [{ from: 0, seconds: 9 }] }],
    ['a pause after the end', { video: [{ from: 0, seconds: 4 }, { seconds: 2 }] }],
  ])('%s', async (_what, edits) => {
    const { hash } = await decodeBytes(withEdits(edits))
    expect(await publishedPackets(hash)).toEqual(whole)
  })

  test('the samples that a decoder of Apple needs', async () => {
    const { hash } = await decodeBytes(withEdits({ sound: [{ from: (2112 - 1024) / soundTicks, seconds: 4 }] }))
    expect((await publishedPackets(hash))[1]?.count).toBeGreaterThanOrEqual(174)
  })

  test('a late start', async () => {
    const { hash } = await decodeBytes(withEdits({ sound: [{ seconds: 0.5 }, { from: 0, seconds: 4 }] }))
    expect(await publishedPackets(hash)).toEqual([whole[0], { count: 174, start: 0.5, end: 4.5 }])
  })
})
