import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { resolveConfig } from 'vite'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { buildInTurn } from '../../build.config.ts'
import { isBuilt } from './ensure-built.ts'

afterEach(() => void vi.unstubAllEnvs())

test.each(['test', 'development', undefined])(
  'pages are built for production where NODE_ENV is %s',
  async (said) => {
    vi.stubEnv('NODE_ENV', said)
    const root = resolve(import.meta.dirname, '../..')
    const { isProduction } = await resolveConfig({ root, logLevel: 'silent' }, 'build')
    expect([isProduction, process.env.NODE_ENV]).toEqual([true, 'production'])
  },
)

/** A project with one source, and the files that a build leaves. */
function smallProject() {
  const project = mkdtempSync(join(tmpdir(), 'foldout-project-'))
  onTestFinished(() => rmSync(project, { recursive: true }))
  const write = (path: string, text = '') => {
    mkdirSync(dirname(join(project, path)), { recursive: true })
    writeFileSync(join(project, path), text)
  }
  const build = (during = async () => undefined as unknown) =>
    buildInTurn(join(project, 'dist'), async () => {
      write('dist/client/.vite/manifest.json')
      write('dist/server/entry-server.js')
      await during()
    })
  write('web/page.tsx')
  // Files of the same moment are not newer than each other.
  utimesSync(join(project, 'web/page.tsx'), new Date(0), new Date(0))
  return { project, write, build, building: join(project, 'dist/building') }
}

test.each(['dist/client/.vite/manifest.json', 'dist/server/entry-server.js', 'dist/built'])(
  'without %s the pages are built again',
  async (path) => {
    const { project, build } = smallProject()
    await build()
    expect(isBuilt(project)).toBe(true)
    rmSync(join(project, path))
    expect(isBuilt(project)).toBe(false)
  },
)

test('what has changed while the pages were built is newer than they are', async () => {
  const { project, write, build } = smallProject()
  await build(async () => {
    await sleep(20)
    write('web/page.tsx', 'changed')
  })
  expect(isBuilt(project)).toBe(false)
})

test('a build waits for another that is under way, and not for one that was cut short', async () => {
  const { project, write, build, building } = smallProject()
  write('dist/building', String(process.ppid))
  let isDone = false
  const waiting = build().then(() => {
    isDone = true
  })
  await sleep(300)
  expect(isDone).toBe(false)
  rmSync(building)
  await waiting
  expect([isBuilt(project), existsSync(building)]).toEqual([true, false])
  write('dist/building', '999999999')
  await build()
  expect([isBuilt(project), existsSync(building)]).toEqual([true, false])
})

test('a build into which another has written is not a whole one', async () => {
  const { project, write, build } = smallProject()
  await expect(build(async () => write('dist/building', String(process.ppid)))).rejects.toThrow(
    /Another build/,
  )
  expect([isBuilt(project), existsSync(join(project, 'dist/building'))]).toEqual([false, true])
})
