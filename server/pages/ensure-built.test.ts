import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { resolveConfig } from 'vite'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { isBuilt } from './build.ts'

afterEach(() => void vi.unstubAllEnvs())

test.each(['test', 'development', undefined])(
  'pages are built for production where NODE_ENV is %s',
  async (message) => {
    vi.stubEnv('NODE_ENV', message)
    const root = resolve(import.meta.dirname, '../..')
    const { isProduction } = await resolveConfig({ root, logLevel: 'silent' }, 'build')
    expect([isProduction, process.env.NODE_ENV]).toEqual([true, 'production'])
  },
)

function builtProject() {
  const project = mkdtempSync(join(tmpdir(), 'foldout-project-'))
  onTestFinished(() => rmSync(project, { recursive: true }))
  const write = (path: string, at: Date) => {
    mkdirSync(dirname(join(project, path)), { recursive: true })
    writeFileSync(join(project, path), '')
    utimesSync(join(project, path), at, at)
  }
  write('web/page.tsx', new Date(1_000))
  for (const path of left) write(path, new Date(2_000))
  return { project, write }
}

const left = ['dist/client/.vite/manifest.json', 'dist/server/entry-server.js', 'dist/built']

test.each(left)('without %s the pages are built again', (path) => {
  const { project } = builtProject()
  expect(isBuilt(project)).toBe(true)
  rmSync(join(project, path))
  expect(isBuilt(project)).toBe(false)
})

test('a source changed during the build is newer than the pages', () => {
  const { project, write } = builtProject()
  write('web/page.tsx', new Date(3_000))
  expect(isBuilt(project)).toBe(false)
})
