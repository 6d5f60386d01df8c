import { createHash } from 'node:crypto'
import sharp from 'sharp'

export type Picture = { hash: string; width: number; height: number; placeholder: string; byteSize: number }

const inks = ['#0078bf', '#ff48b0', '#ffb511', '#00a95c']
const shapes = [
  '<circle cx="400" cy="430" r="260"/>',
  '<path d="M120 880 400 160l280 720z"/>',
  '<path d="M140 200h520v120H140zm0 220h520v120H140zm0 220h520v120H140z"/>',
]

/** A dozen flat prints; every seeded page shows one of them. */
export async function makePictures(): Promise<Picture[]> {
  const drawings = inks.flatMap((ink) => shapes.map((shape) => drawing(ink, shape)))
  return Promise.all(drawings.map(printed))
}

const drawing = (ink: string, shape: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="1000">
    <rect width="800" height="1000" fill="#f6f1e7"/><g fill="${ink}">${shape}</g></svg>`

async function printed(svg: string): Promise<Picture> {
  const print = sharp(Buffer.from(svg))
  const page = await print.clone().webp({ quality: 75 }).toBuffer()
  const small = await print.clone().resize(12).webp({ quality: 30 }).toBuffer()
  return {
    hash: createHash('sha256').update(page).digest('hex').slice(0, 32),
    width: 800,
    height: 1000,
    placeholder: `data:image/webp;base64,${small.toString('base64')}`,
    byteSize: page.length,
  }
}
