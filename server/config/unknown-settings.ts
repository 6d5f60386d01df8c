import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { closestMatch } from 'leven'
import { logLine } from '#server/process/log-line.ts'
import { settings } from './settings.ts'

/** A misspelt name would otherwise leave its setting at the default, unnoticed. Call after `.env` was loaded. */
export function warnOfUnknownSettings() {
  for (const sentence of findUnknownSettings()) logLine(sentence, 40)
}

export function findUnknownSettings() {
  const file = existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {}
  return unknownSettings(process.env, file)
}

/** Every unknown name in the file, and those of the environment that resemble a setting: it has many other names. */
export function unknownSettings(env: NodeJS.ProcessEnv, file: NodeJS.ProcessEnv) {
  const inFile = Object.keys(file).filter(isUnknown)
  const inEnv = Object.keys(env).filter((name) => !(name in file) && env[name]?.trim() && isUnknown(name))
  return [
    ...inFile.map((name) => {
      const similar = similarSetting(name)
      const hint = similar ? `Did you mean ${similar}?` : 'docs/operations.md lists the settings.'
      return `The file .env has ${name}, which is not a setting of Foldout. ${hint}`
    }),
    ...inEnv.flatMap((name) => {
      const similar = similarSetting(name)
      return similar ? [`${name} in the environment is not a setting of Foldout. Did you mean ${similar}?`] : []
    }),
  ]
}

const names = Object.keys(settings.shape)
/** Read by Node and the libraries. */
const otherNames = /^(TZ|NODE_\w+|PG\w+|AWS_\w+|(HTTPS?|NO|ALL)_PROXY)$/i
const isUnknown = (name: string) => !names.includes(name) && !otherNames.test(name)

/** A name with at most two wrong letters. Short names resemble too many others, so they may have one, or two swapped. */
function similarSetting(name: string) {
  const upperCase = name.toUpperCase()
  const similar = closestMatch(upperCase, names, { maxDistance: upperCase.length < 6 ? 1 : 2 })
  return similar ?? names.find((known) => sortLetters(known) === sortLetters(upperCase))
}

const sortLetters = (text: string) => [...text].sort().join('')
