import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import serveFiles from '@fastify/static'
import type { App } from '#server/http/fastify.ts'
import { areaOf } from '#web/languages/areas.ts'
import type { Assets } from '#web/page-data/page-data.tsx'
import type { PageAssets, PageSource } from './render-page.ts'

const dist = resolve(import.meta.dirname, '../../dist')
const browserEntries = ['web/entry-browser.tsx', 'web/start.tsx']
const inlineEntry = 'web/entry-inline.ts'

type Chunk = { file: string; css?: string[]; imports?: string[]; src?: string }
type Manifest = Record<string, Chunk | undefined>

export async function builtPages(app: App): Promise<PageSource> {
  await app.register(serveFiles, {
    root: join(dist, 'client'),
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    globIgnore: ['.vite/**', '**/*.br', '**/*.gz'],
    setHeaders: (reply, path) => reply.header('cache-control', cachingOf(path)),
  })
  return readBuiltPages()
}

export function readBuiltPages(): PageSource {
  const manifest: Manifest = JSON.parse(readFileSync(join(dist, 'client/.vite/manifest.json'), 'utf8'))
  const entry = import(pathToFileURL(join(dist, 'server/entry-server.js')).href)
  const assetCache = new Map<string, PageAssets>()
  return {
    entry: () => entry,
    inlineScript: inlineScript(manifest),
    assetsFor: (files, { parts = [], language = '' } = {}) => {
      const key = [...files, ...parts, language].join()
      const result =
        assetCache.get(key) ?? withStyles(findAssets(manifest, [...files, ...cataloguesFor(files, language)], parts))
      assetCache.set(key, result)
      return result
    },
  }
}

/** Those that the browser waits for: see `loadSentences`. */
function cataloguesFor(files: string[], language: string) {
  const areas = new Set(files.map(areaOf)).add('site')
  if (areas.size > 1) areas.add('reading')
  return [...areas].map((area) => `languages/${language}.po?area=${area}`)
}

/** Wrapped in a function, so that its names do not become global. */
function inlineScript(manifest: Manifest) {
  const text = readFileSync(join(dist, 'client', manifest[inlineEntry]?.file ?? ''), 'utf8').trim()
  if (/^(im|ex)port\b|<\/script/m.test(text)) throw new Error(`${inlineEntry} cannot be inlined in a page`)
  return `(()=>{${text}})()`
}

const withStyles = (assets: Assets): PageAssets => ({
  assets,
  css: assets.styles.map((path) => readFileSync(join(dist, 'client', path), 'utf8')).join('\n'),
})

const hashed = /\/assets\//
/** The service worker responds in place of the site, so browsers must always revalidate it. */
const serviceWorker = /\/service-worker\.js(\.\w+)?$/
const cachingOf = (path: string) => {
  if (serviceWorker.test(path)) return 'public, no-cache'
  return hashed.test(path) ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'
}

/** Browsers load the parts later, but the server renders them, so only their styles come with the page. */
function findAssets(manifest: Manifest, files: string[], parts: string[]): Assets {
  const chunks = chunksOf(manifest, [...browserEntries, ...files])
  const styled = chunksOf(manifest, [...browserEntries, ...files, ...parts])
  const scripts = chunks.map(({ file }) => `/${file}`)
  const [script = ''] = scripts
  return {
    script,
    styles: [...new Set(styled.flatMap(({ css = [] }) => css))].map((file) => `/${file}`),
    inlined: true,
    later: scripts.slice(1),
    fonts: firstFonts(manifest),
  }
}

function chunksOf(manifest: Manifest, files: string[]) {
  const chunks = new Set<Chunk>()
  const visit = (name: string) => {
    const chunk = manifest[name]
    if (!chunk || chunks.has(chunk)) return
    chunks.add(chunk)
    chunk.imports?.forEach(visit)
  }
  files.forEach(visit)
  return [...chunks]
}

const firstFaces = [/bricolage-basic/, /atkinson-basic/]

const firstFonts = (manifest: Manifest) =>
  firstFaces.flatMap((face) => {
    const found = Object.values(manifest).find((chunk) => chunk && face.test(chunk.file))
    return found ? [`/${found.file}`] : []
  })
