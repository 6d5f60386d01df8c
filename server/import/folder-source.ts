import { open, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readHeader } from '#server/media/decode/sniff.ts'
import { assertTableSize, indexNames, maxNames, type Source, tooManyNamesError } from './source.ts'

/** A folder on this machine. Links are ignored: only files inside the folder can be used. */
export async function openFolder(folder: string): Promise<Source> {
  const names = indexNames(await Array.fromAsync(listFiles(folder)))
  const pathOf = (name: string) => join(folder, names.fullName(name))
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
      return readHeader(file)
    },
    fetchFile: async (name) => pathOf(name),
    close: async () => undefined,
  }
}

/** Node's recursive readdir would follow links to other folders. */
async function* listFiles(folder: string) {
  const folders = ['']
  let count = 0
  for (const subfolder of folders) {
    for (const entry of await readdir(join(folder, subfolder), { withFileTypes: true })) {
      if (entry.isDirectory()) folders.push(`${subfolder}${entry.name}/`)
      if (!entry.isFile()) continue
      count += 1
      if (count > maxNames) throw tooManyNamesError(maxNames)
      yield subfolder + entry.name
    }
  }
}
