import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** The rooms of the house, and what each may import from ours (docs/architecture.md says why). */
const serverRooms = new Set(['db', 'http', 'media', 'mail', 'auth', 'search'])
const importPattern = /(?:from|import)\s*\(?\s*'([^']+)'/g

type Place = { side: string; room: string; file: string }

/** What is wrong with the imports of a file, as sentences. `path` is relative to the project. */
export function wrongImports(path: string, text = readFileSync(path, 'utf8')) {
  return [...text.matchAll(importPattern)]
    .map(([, specifier = '']) => resolved(path, specifier))
    .filter((target) => target !== undefined)
    .filter((target) => !isAllowed(placeOf(path), placeOf(target)))
    .map((target) => `${path} may not import ${target}`)
}

function resolved(path: string, specifier: string) {
  if (specifier.startsWith('.')) return normalize(join(dirname(path), specifier))
  return specifier.startsWith('#') ? specifier.slice(1) : undefined
}

function placeOf(path: string): Place {
  const [side = '', ...rest] = path.split('/')
  return { side, room: rest.length > 1 ? (rest[0] ?? '') : '', file: rest.at(-1) ?? '' }
}

function isAllowed(from: Place, to: Place) {
  if (isTest(from) || ['tests', 'bench', 'demo'].includes(from.side)) return true
  if (from.side === 'contract') return to.side === 'contract'
  if (from.side === 'server') return mayServer(from, to)
  if (from.side === 'web') return mayWeb(from, to)
  return true
}

const isTest = ({ file }: Place) => /\.test(ing)?\./.test(file)

/** A server feature may use the contract and these rooms, and nothing of another feature. */
function mayServer(from: Place, to: Place) {
  if (to.side === 'contract' || from.room === '') return true
  if (to.side === 'web') return from.room === 'pages'
  if (to.side !== 'server') return false
  if (to.room === '') return true
  return to.room === from.room || serverRooms.has(to.room)
}

/** A web feature may use the contract, the api and the design system; only pages and the site's frame compose. */
function mayWeb(from: Place, to: Place) {
  if (to.side === 'contract') return true
  if (to.side !== 'web') return false
  if (from.room === '' || to.room === '' || to.room === from.room || to.room === 'ui') return true
  return from.room !== 'ui' && (from.room === 'site' || from.file.endsWith('-page.tsx') || isDoor(to))
}

/** What a feature offers the others: an event to send, never a component. */
const isDoor = ({ file }: Place) => file.startsWith('open-')
