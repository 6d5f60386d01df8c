import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, extname, join } from 'node:path'
import sharp from 'sharp'
import { settings } from '#server/config/settings.ts'
import { decodeCpuLimits } from '#server/media/decode/decode-task.ts'
import { decodeFile } from '#server/media/decode-file.ts'
import { runMain } from '#server/process/run-main.ts'
import { libraryFiles } from './library/library.ts'
import { demoPath, type ReadyList, type ReadyMedia, readyListFile, sha256Of } from './ready-media.ts'

/** Runs the demo's files through the media pipeline in advance, so that a new demo fills its rack quickly. */
await runMain(async () => {
  await mkdir(demoPath('ready'), { recursive: true })
  const media: ReadyList['media'] = {}
  for (const path of libraryFiles()) media[basename(path)] = await prepareMedia(path)
  const { sharp: version = '', vips = '', webp = '' } = sharp.versions
  const list: ReadyList = { madeWith: { sharp: version, vips, webp }, media }
  await writeFile(readyListFile, `${JSON.stringify(list, null, 2)}\n`)
  await removeUnusedFiles(list)
  console.info(`Processed ${Object.keys(media).length} files.`)
})

async function prepareMedia(path: string): Promise<ReadyMedia> {
  const folder = await mkdtemp(join(tmpdir(), 'foldout-ready-'))
  try {
    const { MAX_IMAGE_MB: maxImageMb, MAX_VIDEO_MB: maxVideoMb } = settings.parse({})
    const limits = { ...decodeCpuLimits, maxImageMb, maxVideoMb }
    const { files, ...made } = await decodeFile({ from: path, into: folder, limits }, console)
    const storedFiles = await storeUniqueFiles({ path, folder, files, hash: made.hash })
    return { sent: await sha256Of(path), ...made, files: storedFiles }
  } finally {
    await rm(folder, { recursive: true })
  }
}

type DecodedFiles = { path: string; folder: string; files: string[]; hash: string }

/** Stores each content once: many served files are identical to the original page. */
async function storeUniqueFiles({ path, folder, files, hash }: DecodedFiles) {
  const page = `pages/${basename(path)}`
  const stored = [{ path: page, bytes: await readFile(path) }]
  const pathByName: Record<string, string> = {}
  for (const name of files) {
    const bytes = await readFile(join(folder, name))
    const duplicate = stored.find((content) => content.bytes.equals(bytes))
    pathByName[name] = duplicate?.path ?? `ready/${basename(path, extname(path))}${name.slice(hash.length)}`
    if (duplicate) continue
    stored.push({ path: pathByName[name], bytes })
    await writeFile(demoPath(pathByName[name]), bytes)
  }
  return pathByName
}

async function removeUnusedFiles({ media }: ReadyList) {
  const used = new Set(Object.values(media).flatMap(({ files }) => Object.values(files)))
  for (const name of await readdir(demoPath('ready')))
    if (name !== basename(readyListFile) && !used.has(`ready/${name}`)) await rm(demoPath(`ready/${name}`))
}
