import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { precompress } from './build.ts'

test('every text file has its compressed forms, and no other file has any', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'foldout-build-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'assets'))
  const script = 'export const words = "zine".repeat(9)\n'.repeat(200)
  writeFileSync(join(folder, 'assets/home.js'), script)
  writeFileSync(join(folder, 'share.png'), 'a picture')
  await precompress(folder)
  expect(readdirSync(folder, { recursive: true }).toSorted()).toEqual([
    'assets',
    'assets/home.js',
    'assets/home.js.br',
    'assets/home.js.gz',
    'share.png',
  ])
  const read = (encodingSuffix: string) => readFileSync(join(folder, `assets/home.js${encodingSuffix}`))
  expect(String(brotliDecompressSync(read('.br')))).toBe(script)
  expect(String(gunzipSync(read('.gz')))).toBe(script)
})
