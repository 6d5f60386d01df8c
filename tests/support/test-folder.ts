import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { removeDataFolder } from './data-folder.ts'

/** A temporary folder for the tests of a file, which other users may enter. Call it at the top of the file. */
export function createTestFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'foldout-test-'))
  chmodSync(folder, 0o711)
  afterAll(() => removeDataFolder(folder))
  return folder
}
