import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import type { BrowserCommand } from 'vitest/node'

declare module 'vitest/browser' {
  interface BrowserCommands {
    writeSmallPng: (path: string, base64: string) => Promise<void>
  }
}

/** Saves a picture of few colours as a small file. Component tests call it. */
export const writeSmallPng: BrowserCommand<[path: string, base64: string]> = async (_context, path, base64) =>
  writeFile(
    path,
    await sharp(Buffer.from(base64, 'base64')).png({ palette: true, colours: 12, dither: 0, effort: 10 }).toBuffer(),
  )
