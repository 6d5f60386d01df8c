import { build } from 'vite'
import { expect, test } from 'vitest'
import { fontLicences } from './font-licences.ts'

test('a build contains the licence of every font', async () => {
  const input = 'contract/aspect-ratios.ts'
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    publicDir: false,
    plugins: [fontLicences()],
    build: { write: false, rolldownOptions: { input } },
  })
  const outputs = [result].flat() as { output: { fileName: string; source?: unknown }[] }[]
  const files = outputs.flatMap(({ output }) => output)
  const text = String(files.find(({ fileName }) => fileName === 'font-licences.txt')?.source)
  expect(text.match(/^@fontsource/gm)?.length).toBeGreaterThan(10)
  for (const words of ['@fontsource-variable/literata', 'SIL OPEN FONT LICENSE', 'Copyright'])
    expect(text).toContain(words)
})
