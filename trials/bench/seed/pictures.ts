import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/config/config.ts'
import { type Decoded, decodeCpuLimits } from '#server/media/decode/decode-task.ts'
import { decodeFile } from '#server/media/decode-file.ts'
import { workFolder } from '#server/media/ingest.ts'
import { openStorage } from '#server/media/storage/open-storage.ts'

export type Picture = Decoded

const inks = ['#0078bf', '#ff48b0', '#ffb511', '#00a95c']
const shapes = [
  '<circle cx="400" cy="430" r="260"/>',
  '<path d="M120 880 400 160l280 720z"/>',
  '<path d="M140 200h520v120H140zm0 220h520v120H140zm0 220h520v120H140z"/>',
]
const svgs = inks.flatMap((ink) =>
  shapes.map(
    (shape) =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="1000">
        <rect width="800" height="1000" fill="#f6f1e7"/><g fill="${ink}">${shape}</g></svg>`,
  ),
)

/** Stores a dozen flat prints through the pipeline, as uploads. Every seeded page shows one of them. */
export async function storePictures(config: Config, count = svgs.length): Promise<Picture[]> {
  const pictures: Picture[] = []
  for (const svg of svgs.slice(0, count)) pictures.push(await storePicture(config, svg))
  return pictures
}

async function storePicture(config: Config, svg: string) {
  await mkdir(workFolder(config), { recursive: true })
  const folder = await mkdtemp(join(workFolder(config), 'seed-'))
  try {
    const svgPath = join(folder, 'drawing.svg')
    await writeFile(svgPath, svg)
    const decoded = await decodeFile(
      { from: svgPath, into: folder, limits: { ...config, ...decodeCpuLimits } },
      console,
    )
    const storage = await openStorage(config)
    for (const name of decoded.files) await storage.put(name, join(folder, name))
    return decoded
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
