import { mkdirSync, readFileSync } from 'node:fs'
import sharp from 'sharp'

/** Renders the app icons from our logo: node web/offline/make-icons.ts */
const folder = 'web/public/icons'
const logo = readFileSync('web/public/favicon.svg')
const paper = '#f3ecdc'

/** `share` is the logo's share of the icon: systems may crop a maskable icon to its inner four fifths. */
const icons = [
  { name: 'icon-192', size: 192, share: 0.8 },
  { name: 'icon-512', size: 512, share: 0.8 },
  { name: 'maskable-512', size: 512, share: 0.56 },
]

mkdirSync(folder, { recursive: true })
for (const { name, size, share } of icons) {
  const width = Math.round(size * share)
  const rendered = await sharp(logo, { density: 72 * 12 })
    .resize({ width })
    .toBuffer()
  await sharp({ create: { width: size, height: size, channels: 3, background: paper } })
    .composite([{ input: rendered }])
    .png({ compressionLevel: 9, palette: true })
    .toFile(`${folder}/${name}.png`)
}
