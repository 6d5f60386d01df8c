import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** Adds the licences of the fonts to the site, because they must accompany copies: `/font-licences.txt`. */
export const fontLicences = (): Plugin => ({
  name: 'font-licences',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'font-licences.txt', source: listFontLicences() })
  },
})

function listFontLicences() {
  const root = new URL('../../', import.meta.url)
  const { dependencies } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))
  return Object.keys(dependencies)
    .filter((name) => name.startsWith('@fontsource'))
    .map((name) => `${name}\n\n${readFileSync(new URL(`node_modules/${name}/LICENSE`, root), 'utf8').trim()}\n`)
    .join(`\n${'-'.repeat(80)}\n\n`)
}
