import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** A temporary folder for the tests of a file, which other users may enter. Call it at the top of the file. */
export function createTestFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'foldout-test-'))
  chmodSync(folder, 0o711)
  afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
  return folder
}
