import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** Gzipped bytes of script that a browser fetches before the home page is shown and responds to clicks. */
const maxBytes = 140_000
const folder = 'dist/client'
/**
 * The script inside the document, the scripts that it names, those that are fetched after the first paint, and the sentences in
 * English.
 */
const entries = [
  'web/entry-inline.ts',
  'web/entry-browser.tsx',
  'web/start.tsx',
  'web/home/home-page.tsx',
  'languages/en.po?area=site',
]

type Chunk = { file: string; imports?: string[] }
const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'))

const files = new Set<string>()
entries.forEach(collect)
const bytes = [...files].reduce((total, file) => total + gzippedSize(file), 0)
console.info(`The home page loads ${bytes} bytes of script (gzip) in ${files.size} files; ${maxBytes} are allowed.`)
const untranslated = listUntranslated()
if (untranslated.length > 0)
  console.info(`Its catalog lacks ${untranslated.join(', ')}: see siteFiles in web/languages/areas.ts.`)
process.exit(bytes > maxBytes || untranslated.length > 0 ? 1 : 0)

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
  return gzipSync(read(file), { level: 9 }).length
}

/** Sentences that the scripts use by their ids, but that are only in other areas. */
function listUntranslated() {
  const scripts = [...files].map(read).join('\n')
  const others = Object.keys(manifest).filter((name) => /^languages\/en\.po\?area=(?!site)/.test(name))
  const own = read(manifest['languages/en.po?area=site']?.file ?? '')
  return [...new Set(others.flatMap((name) => idsIn(read(manifest[name]?.file ?? ''))))].filter(
    (id) => scripts.includes(`\`${id}\``) && !own.includes(`"${id}":`),
  )
}

function read(file: string) {
  return readFileSync(join(folder, file), 'utf8')
}

function idsIn(catalogue: string) {
  return [...catalogue.matchAll(/"([\w-]{6})":\[/g)].map(([, id = '']) => id)
}
