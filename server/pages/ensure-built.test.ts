import { resolve } from 'node:path'
import { resolveConfig } from 'vite'
import { afterEach, expect, test, vi } from 'vitest'

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
