import { dirname } from 'node:path'
import type { Import } from './imports.ts'
import { isTest } from './imports.ts'

/** A row of the table of rooms in docs/architecture.md: the rooms it is about, and those they may import. */
export type Row = { rooms: string[]; mayImport: string[] }

/** The rows of the table under a heading that says "Room" and "May import", from the ground up. */
export function readRows(document: string): Row[] {
  const lines = document.split('\n')
  const start = lines.findIndex((line) => /^\| Room .*\| May import \|$/.test(line))
  const end = lines.findIndex((line, at) => at > start && !line.startsWith('|'))
  const rows = lines.slice(start + 2, end).map((line) => {
    const cells = line.split('|').slice(1, -1)
    return { rooms: named(cells[0] ?? ''), mayImport: cells.at(-1) ?? '' }
  })
  return rows.map(({ rooms, mayImport }, at) => ({
    rooms,
    mayImport:
      mayImport.trim() === 'everything above'
        ? rows.slice(0, at).flatMap((row) => row.rooms)
        : named(mayImport),
  }))
}

const named = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)

/** What is wrong with the table itself: a room may only be given rooms that stand above its row. */
export function wrongRows(rows: Row[]): string[] {
  const known = new Set<string>()
  return rows.flatMap(({ rooms, mayImport }) => {
    const unknown = mayImport.filter((room) => !known.has(room))
    for (const room of rooms) known.add(room)
    return unknown.map(
      (room) => `the table gives ${rooms[0]} the room ${room}, which does not stand above it`,
    )
  })
}

/** What is wrong with imports by the table, as sentences. */
export function wrongImports(rows: Row[], imports: Import[]): string[] {
  return imports.filter(({ from }) => !isTest(from)).flatMap((each) => wrongImport(rows, each) ?? [])
}

function wrongImport(rows: Row[], { from, to }: Import) {
  if (isTest(to)) return `${from} may not import ${to}: it is for tests`
  const [fromRoom, toRoom] = [roomOf(rows, from), roomOf(rows, to)]
  if (!fromRoom) return `${from} stands in no room of the table in docs/architecture.md`
  if (!toRoom) return `${from} imports ${to}, which stands in no room of the table in docs/architecture.md`
  if (fromRoom === toRoom) return undefined
  const { mayImport } = rows.find(({ rooms }) => rooms.includes(fromRoom)) as Row
  if (mayImport.includes(toRoom)) return undefined
  return `${from} may not import ${to}: the table does not give ${fromRoom} the room ${toRoom}`
}

/** The longest name in the table that holds the path: a folder, the files right in a folder (`web/*`), or one file. */
function roomOf(rows: Row[], path: string) {
  return rows
    .flatMap(({ rooms }) => rooms)
    .filter(
      (room) =>
        room === path || room === `${dirname(path)}/*` || (room.endsWith('/') && path.startsWith(room)),
    )
    .toSorted((a, b) => b.length - a.length)[0]
}
