import { expect, test } from 'vitest'
import { versionProblems } from './version.ts'

const unreleased = '# Changelog\n\n## Unreleased\n\n- Something.\n\n## 1.9.0\n\n- Something else.\n'
const released = unreleased.replace('Unreleased', '1.10.0')

test.each([
  [unreleased, '1.10.0-dev', []],
  [unreleased, '1.9.0', ['-dev and be later than 1.9.0']],
  [unreleased, '1.9.0-dev', ['-dev and be later than 1.9.0']],
  [unreleased, '1.10.0', ['-dev and be later than 1.9.0']],
  [released, '1.10.0', []],
  [released, '1.10.0-dev', ['the first heading of CHANGELOG.md is “1.10.0”']],
  [released, '1.9.0', ['the first heading of CHANGELOG.md is “1.10.0”']],
])('the version follows the changelog: %#', (changelog, version, problems) => {
  expect(versionProblems(changelog, version, version)).toEqual(problems.map((text) => expect.stringContaining(text)))
})

test('the lock file has the version of the manifest', () => {
  expect(versionProblems(released, '1.10.0', '1.9.0')).toEqual([expect.stringContaining('package-lock.json')])
})
