import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** Gzipped bytes of script that a browser fetches before the home page is shown and responds to clicks. */
const maxBytes = 141_000
const folder = 'dist/client'
/** The script inside the document, the scripts that it names, and those that are fetched after the first paint. */
const entries = ['web/entry-inline.ts', 'web/entry-browser.tsx', 'web/start.tsx', 'web/home/home-page.tsx']

type Chunk = { file: string; imports?: string[] }
const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'))

const files = new Set<string>()
entries.forEach(collect)
const bytes = [...files].reduce((total, file) => total + gzippedSize(file), 0)
console.info(`The home page loads ${bytes} bytes of script (gzip) in ${files.size} files; ${maxBytes} are allowed.`)
process.exit(bytes > maxBytes ? 1 : 0)

function collect(name: string) {
  const { file, imports = [] } = manifest[name] ?? missingEntry(name)
  if (files.has(file)) return
  files.add(file)
  imports.forEach(collect)
}

function missingEntry(name: string): never {
  throw new Error(`The build has no ${name}`)
}

function gzippedSize(file: string) {
  return gzipSync(readFileSync(join(folder, file)), { level: 9 }).length
}
