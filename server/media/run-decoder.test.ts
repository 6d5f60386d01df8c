import { randomBytes } from 'node:crypto'
import { open, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { fixturePath } from '#tests/fixtures/fixture.ts'
import { limits, outputFolder, setUpOutputFolder, silent } from './decode/decoding.testing.ts'
import { decodeFile } from './decode-file.ts'
import { startDecoder } from './start-decoder.ts'

setUpOutputFolder()

const program = join(import.meta.dirname, 'decode', 'misbehaving-process.testing.ts')
const limitExceeded = {
  refused: expect.objectContaining({ message: expect.stringContaining('This file is too complex') }),
}

async function decodeMisbehaving(behaviour: string, ms = 500) {
  const warnings: object[] = []
  const path = fixturePath('drawing.svg')
  await using input = await open(path)
  const options = { input, path, into: outputFolder, kind: 'svg' as const, needsPrint: false, maxMb: 1, maxCpuMs: ms }
  await using decoder = await startDecoder(options, program)
  const log = { warn: (details: object) => warnings.push(details) }
  const result = await decoder.run({ sha256: behaviour, maxCpuMs: ms, needsPrint: false }, { log })
  return { result, warnings }
}

test('a decoder that never yields is killed at its time limit', async () => {
  const { result, warnings } = await decodeMisbehaving('stall')
  expect(result).toEqual(limitExceeded)
  expect(warnings).toMatchObject([{ signal: 'SIGKILL' }])
})

const children = async () =>
  (await readFile(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')).split(' ').filter(Boolean)

/** Stops a new child process that has used some CPU time; returns 0 if there is none. */
async function stopNewChild(knownPids: string[]) {
  for (const pid of (await children()).filter((childPid) => !knownPids.includes(childPid))) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    const ticks = Number(stat.slice(stat.lastIndexOf(')')).split(' ')[12])
    if (!(ticks > 30)) continue
    process.kill(Number(pid), 'SIGSTOP')
    return Number(pid)
  }
  return 0
}

test.skipIf(process.platform !== 'linux')('a picture is not rejected because the machine is busy', async () => {
  const knownPids = await children()
  const from = join(outputFolder, 'sent')
  await sharp(randomBytes(4_000 * 3_000 * 3), { raw: { width: 4_000, height: 3_000, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toFile(from)
  const decoding = decodeFile(
    { from, into: outputFolder, limits: { ...limits, imageMs: 6_000, maxImageMb: 40 } },
    silent,
  )
  // Stopped while it decodes, as if other processes used the CPU.
  let decoderPid = 0
  await expect.poll(async () => (decoderPid = await stopNewChild(knownPids)), { interval: 100 }).toBeGreaterThan(0)
  await pause(7_000)
  process.kill(decoderPid, 'SIGCONT')
  await expect(decoding).resolves.toMatchObject({ kind: 'image' })
})

test('a decoder with endless output is killed, and little of it is stored', async () => {
  expect((await decodeMisbehaving('flood')).result).toEqual(limitExceeded)
})

test.skipIf(process.platform !== 'linux')('a decoder that allocates all memory is limited to its share', async () => {
  await expect(decodeMisbehaving('grow', 30_000)).rejects.toThrow(/A decoder ended/)
})

test('a decoder that is stopped with all others of the machine says nothing of its file', async () => {
  await expect(decodeMisbehaving('stopped', 30_000)).rejects.toThrow('SIGTERM')
})

test('an answer that names a file elsewhere is none', async () => {
  await expect(decodeMisbehaving('lie', 10_000)).rejects.toThrow(/hash/)
  expect((await readdir(outputFolder)).toSorted()).toEqual(['-1600.webp', '-400.webp', '-800.webp'])
})
