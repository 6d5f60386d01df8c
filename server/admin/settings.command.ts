import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { msg } from '@lingui/core/runtime-macro'
import { secretSettings, settings } from '#server/config/settings.ts'
import { command } from './command.ts'

/** Stands for a secret that is set. */
const mask = '•••'

export const settingsCommand = command({
  name: 'settings',
  summary: msg`Lists all settings with their values, but no secret.`,
  run: async () => {
    const written = readDotEnv()
    const names = Object.keys(settings.shape) as (keyof typeof settings.shape)[]
    return {
      rows: names.map((setting) => {
        const value = process.env[setting]?.trim()
        if (!value) return { setting, value: defaultOf(setting), source: 'default' }
        const source = written[setting]?.trim() === value ? '.env' : 'environment'
        return { setting, value: isSecret(setting, value) ? mask : value, source }
      }),
    }
  },
})

function readDotEnv() {
  try {
    return parseEnv(readFileSync('.env', 'utf8'))
  } catch {
    return {}
  }
}

function defaultOf(setting: keyof typeof settings.shape) {
  const { data } = settings.shape[setting].safeParse(undefined)
  return data === undefined || Array.isArray(data) ? null : String(data)
}

const isSecret = (setting: string, value: string) => secretSettings.has(setting) || hasCredentials(value)

/** An address such as `https://name:password@host`, also in the spellings that browsers accept. */
function hasCredentials(value: string) {
  const address = URL.parse(value)
  return /\/\/[^/]*@/.test(value) || Boolean(address?.username || address?.password)
}
