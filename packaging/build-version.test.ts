import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTestFolder } from '#tests/support/test-folder.ts'
import { buildVersion } from './build-version.ts'

test('two different builds never have the same version', () => {
  const project = createTestFolder()
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ana', '-c', 'user.email=ana@example.org', ...args], { cwd: project })
  const time = new Date('2026-11-28T19:15:00Z')
  const build = () => buildVersion('1.2.0-dev', project, time)
  expect(build()).toBe('1.2.0-dev+20261128191500')
  git('init', '--quiet')
  expect(build()).toBe('1.2.0-dev+20261128191500')
  const versions = ['one', 'two'].map((text) => {
    writeFileSync(join(project, 'file'), text)
    expect(build()).toMatch(/^1\.2\.0-dev\+(\w{12}\.)?20261128191500$/)
    git('add', '.')
    git('commit', '--quiet', '--message', text)
    return build()
  })
  expect(versions).toEqual([0, 1].map(() => expect.stringMatching(/^1\.2\.0-dev\+\w{12}$/)))
  expect(new Set(versions).size).toBe(2)
  writeFileSync(join(project, 'new'), 'not in a commit')
  expect(build()).toBe(`${versions[1]}.20261128191500`)
})
