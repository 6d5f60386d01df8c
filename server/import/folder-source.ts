import { open, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readHead } from '#server/media/decode/sniff.ts'
import { assertTableSize, mostNames, namesOf, type Source, tooManyNames } from './source.ts'

/** A folder on this machine. Links are ignored: only files inside the folder can be used. */
export async function openFolder(folder: string): Promise<Source> {
  const names = namesOf(await Array.fromAsync(walk(folder)))
  const pathOf = (name: string) => join(folder, names.at(name))
  return {
    list: names.list,
    async readTable() {
      const path = join(folder, names.table)
      assertTableSize((await stat(path)).size)
      return readFile(path)
    },
    sizeOf: async (name) => (await stat(pathOf(name))).size,
    async readStart(name) {
      await using file = await open(pathOf(name))
      return readHead(file)
    },
    bring: async (name) => pathOf(name),
    close: async () => undefined,
  }
}

/** Node's recursive readdir would follow links to other folders. */
async function* walk(folder: string) {
  const folders = ['']
  let count = 0
  for (const inside of folders) {
    for (const entry of await readdir(join(folder, inside), { withFileTypes: true })) {
      if (entry.isDirectory()) folders.push(`${inside}${entry.name}/`)
      if (!entry.isFile()) continue
      count += 1
      if (count > mostNames) throw tooManyNames(mostNames)
      yield inside + entry.name
    }
  }
}
