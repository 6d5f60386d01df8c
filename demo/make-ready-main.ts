import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, extname, join } from 'node:path'
import sharp from 'sharp'
import { settings } from '#server/config/settings.ts'
import { decodeTimes } from '#server/media/decode/decode-task.ts'
import { decodeFile } from '#server/media/decode-file.ts'
import { runMain } from '#server/process/run-main.ts'
import { libraryFiles } from './library/library.ts'
import { digestOf, inDemo, type ReadyList, type ReadyMedia, readyListFile } from './ready-media.ts'

/** Runs the demo's files through the media pipeline in advance, so that a new demo fills its rack quickly. */
await runMain(async () => {
  await mkdir(inDemo('ready'), { recursive: true })
  const media: ReadyList['media'] = {}
  for (const path of libraryFiles()) media[basename(path)] = await makeReady(path)
  const { sharp: version = '', vips = '', webp = '' } = sharp.versions
  const list: ReadyList = { madeWith: { sharp: version, vips, webp }, media }
  await writeFile(readyListFile, `${JSON.stringify(list, null, 2)}\n`)
  await removeOthers(list)
  console.info(`Processed ${Object.keys(media).length} files.`)
})

async function makeReady(path: string): Promise<ReadyMedia> {
  const into = await mkdtemp(join(tmpdir(), 'foldout-ready-'))
  try {
    const { MAX_IMAGE_MB: maxImageMb, MAX_VIDEO_MB: maxVideoMb } = settings.parse({})
    const limits = { ...decodeTimes, maxImageMb, maxVideoMb }
    const { files, ...made } = await decodeFile({ from: path, into, limits }, console)
    const kept = await keepContents({ path, into, files, hash: made.hash })
    return { sent: await digestOf(path), ...made, files: kept }
  } finally {
    await rm(into, { recursive: true })
  }
}

type Made = { path: string; into: string; files: string[]; hash: string }

/** Stores each content once: many served files are identical to the original page. */
async function keepContents({ path, into, files, hash }: Made) {
  const page = `pages/${basename(path)}`
  const known = [{ at: page, bytes: await readFile(path) }]
  const kept: Record<string, string> = {}
  for (const name of files) {
    const bytes = await readFile(join(into, name))
    const same = known.find((content) => content.bytes.equals(bytes))
    kept[name] = same?.at ?? `ready/${basename(path, extname(path))}${name.slice(hash.length)}`
    if (same) continue
    known.push({ at: kept[name], bytes })
    await writeFile(inDemo(kept[name]), bytes)
  }
  return kept
}

async function removeOthers({ media }: ReadyList) {
  const used = new Set(Object.values(media).flatMap(({ files }) => Object.values(files)))
  for (const name of await readdir(inDemo('ready')))
    if (name !== basename(readyListFile) && !used.has(`ready/${name}`)) await rm(inDemo(`ready/${name}`))
}
