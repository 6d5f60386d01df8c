import { readdir, readFile } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import { fixturePath } from '#tests/fixtures/fixture.ts'
import { createTestFolder } from '#tests/support/test-folder.ts'
import { limits, outputFolder, setUpOutputFolder, silent } from './decode/decoding.testing.ts'
import { decodeFile } from './decode-file.ts'
import { workFolder } from './ingest.ts'
import { createWaitingDecoder } from './waiting-decoder.ts'

setUpOutputFolder()
const dataDir = createTestFolder()

const folders = () => readdir(workFolder({ dataDir })).catch(() => [])
const children = async () =>
  (await readFile(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')).split(' ').filter(Boolean)

function openDecoder(idleMs?: number) {
  const decoder = createWaitingDecoder({
    config: { dataDir, maxImageMb: limits.maxImageMb },
    ...(idleMs && { idleMs }),
  })
  onTestFinished(decoder.stop)
  return decoder
}

const decodeWith = ({ start }: ReturnType<typeof openDecoder>, name: string, isPortrait = false) =>
  decodeFile({ from: fixturePath(name), into: outputFolder, limits, isPortrait }, silent, start)

test('a picture gets the decoder that waits, with the same result, and another one waits for the next', async () => {
  const decoder = openDecoder()
  decoder.prepare()
  await expect.poll(folders).toHaveLength(1)
  const [folder] = await folders()
  const decoded = await decodeWith(decoder, 'wide.webp')
  expect(decoded).toEqual(await decodeFile({ from: fixturePath('wide.webp'), into: outputFolder, limits }, silent))
  const left = await folders()
  expect(left).toHaveLength(1)
  expect(left).not.toContain(folder)
  await decoder.stop()
  expect(await folders()).toEqual([])
})

test('a portrait has no print version, and drawings and videos start their own decoders', async () => {
  const decoder = openDecoder()
  decoder.prepare()
  await expect.poll(folders).toHaveLength(1)
  const before = await folders()
  for (const name of ['drawing.svg', 'clip.mp4']) await decodeWith(decoder, name)
  expect(await folders()).toEqual(before)
  expect(await decodeWith(decoder, 'wide.webp', true)).not.toHaveProperty('printWidth')
})

test.skipIf(process.platform !== 'linux')('a picture does not depend on a decoder that something ended', async () => {
  const known = await children()
  const decoder = openDecoder()
  decoder.prepare()
  const started = async () => (await children()).filter((pid) => !known.includes(pid))
  await expect.poll(started).toHaveLength(1)
  for (const pid of await started()) process.kill(Number(pid), 'SIGKILL')
  await expect.poll(started).toEqual([])
  await expect(decodeWith(decoder, 'wide.webp')).resolves.toMatchObject({ kind: 'image' })
})

test('without uploads, no decoder waits', async () => {
  const decoder = openDecoder(300)
  decoder.prepare()
  await expect.poll(folders).toHaveLength(1)
  await expect.poll(folders).toEqual([])
})
