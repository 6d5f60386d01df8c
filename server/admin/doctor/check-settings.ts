import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Config, isLoopback } from '#server/config/config.ts'
import { findUnknownSettings } from '#server/config/unknown-settings.ts'
import { joinFindings, ok, problem, warning } from './finding.ts'

/** A random secret of 32 characters has more different ones. */
const minDifferentCharacters = 10
const examplePasswords = ['password', 'postgres', 'foldout', 'changeme']

export function checkSettings({ publicUrl, dataDir, secret, ...config }: Config) {
  const isPublic = !isLoopback(publicUrl)
  const [, databasePassword = ''] = /^postgres(?:ql)?:\/\/[^:@/]*:([^@]*)@/.exec(config.databaseUrl ?? '') ?? []
  return joinFindings(
    [
      isPublic &&
        publicUrl.startsWith('http:') &&
        problem(
          'PUBLIC_URL is an http address, so passwords are sent unencrypted.',
          'Put a web server with a certificate in front, and set PUBLIC_URL to its https address.',
        ),
      !config.rateLimits &&
        (isPublic ? problem : warning)(
          'RATE_LIMITS is off, so nothing slows down password guessing.',
          'Remove RATE_LIMITS and restart the site.',
        ),
      config.isSecretConfigured &&
        new Set(secret).size < minDifferentCharacters &&
        problem('SECRET is easy to guess.', 'Change it as docs/operations.md explains under “Change the secret”.'),
      examplePasswords.includes(databasePassword) &&
        problem('The password in DATABASE_URL is that of an example.', 'Change it in PostgreSQL and in DATABASE_URL.'),
      isPublic &&
        !config.reportsTo &&
        warning('REPORTS_TO is not set, so no one is notified of reports.', 'Set it to an email address.'),
      ...[join(dataDir, 'secret'), resolve('.env')]
        .filter(isReadableByOthers)
        .map((path) => warning(`The permissions of ${path} let every user read it.`, `Run “chmod o= ${path}”.`)),
      ...findUnknownSettings().map((sentences) => warning(sentences)),
    ],
    ok(`The site is ${publicUrl}, and its data is in ${dataDir}.`),
  )
}

const isReadableByOthers = (path: string) => ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o004) !== 0
