const release = /^\d+\.\d+\.\d+$/

/**
 * While the changelog has unreleased entries, the version ends in `-dev` and is later than the last release. Otherwise it
 * is the release that the changelog names first.
 */
export function versionProblems(changelog: string, version: string, lockVersion: string) {
  const [first = '', second = '0.0.0'] = [...changelog.matchAll(/^## (.*)$/gm)].map(([, heading = '']) =>
    heading.trim(),
  )
  const problems: string[] = []
  if (first === 'Unreleased' && !isDevelopmentAfter(version, second))
    problems.push(
      `package.json has the version ${version}. With unreleased entries in CHANGELOG.md it must end in -dev and be ` +
        `later than ${second}.`,
    )
  if (first !== 'Unreleased' && (first !== version || !release.test(version)))
    problems.push(`package.json has the version ${version}, but the first heading of CHANGELOG.md is “${first}”.`)
  if (lockVersion !== version)
    problems.push(`package-lock.json has the version ${lockVersion}, and package.json ${version}.`)
  return problems
}

function isDevelopmentAfter(version: string, last: string) {
  const next = version.replace(/-dev$/, '')
  return next !== version && release.test(next) && next.localeCompare(last, 'en', { numeric: true }) > 0
}
