import { mkdtemp, open, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fixturePath } from '#tests/fixtures/fixture.ts'
import { runDecoder } from './run-decoder.ts'

const program = join(import.meta.dirname, 'decode', 'unruly-process.testing.ts')
const tooMuch = { refused: expect.stringContaining('too much for us to read') }
let into: string

beforeEach(async () => {
  into = await mkdtemp(join(tmpdir(), 'unruly-test-'))
})
afterEach(() => rm(into, { recursive: true }))

async function decodeUnruly(deed: string, ms = 500) {
  const warned: object[] = []
  await using sent = await open(fixturePath('drawing.svg'))
  await using written = await open(join(into, 'out'), 'wx+')
  const outcome = await runDecoder({
    task: { kind: 'svg', sha256: deed, ms, toPrint: false },
    handles: { sent, written: [written] },
    mb: 1,
    log: { warn: (details) => warned.push(details) },
    program,
    grace: 0,
  })
  return { outcome, warned }
}

test('a decoder that does nothing but compute is ended when its time is over', async () => {
  const { outcome, warned } = await decodeUnruly('stall')
  expect(outcome).toEqual(tooMuch)
  expect(warned).toMatchObject([{ signal: 'SIGKILL' }])
})

test('a decoder that never stops talking is ended too, and little of it is kept', async () => {
  expect((await decodeUnruly('flood')).outcome).toEqual(tooMuch)
})

test.skipIf(process.platform !== 'linux')(
  'a decoder that takes all memory gets no more than its share',
  async () => {
    await expect(decodeUnruly('grow', 30_000)).rejects.toThrow(/A decoder ended/)
  },
)

test('a decoder that is stopped with all others of the machine says nothing of its file', async () => {
  await expect(decodeUnruly('stopped', 30_000)).rejects.toThrow('SIGTERM')
})

test('an answer that names a file elsewhere is none', async () => {
  await expect(decodeUnruly('lie', 10_000)).rejects.toThrow(/hash/)
  expect(await readdir(into)).toEqual(['out'])
})
