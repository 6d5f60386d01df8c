import { createCompiledCatalog, getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import { lingui } from '@lingui/vite-plugin'
import type { Plugin } from 'vite'
import { type Area, areaOf } from './areas.ts'

/** Transforms the macros of sentences, and compiles `languages/es.po?area=making` into a module. */
export const languages = () => [...lingui({ macroTransform: true }), catalogues()]

const catalogueFile = /\/languages\/([\w-]+)\.po\?area=(\w+)$/

function catalogues(): Plugin {
  return {
    name: 'catalogues',
    load: {
      filter: { id: catalogueFile },
      async handler(id) {
        const [, language = '', area] = catalogueFile.exec(id) ?? []
        this.addWatchFile(id.replace(/\?.*/, ''))
        return { code: await compile(language, area as Area), moduleType: 'js' }
      },
    },
  }
}

async function compile(language: string, area: Area) {
  const config = getConfig()
  const [catalogue] = await getCatalogs(config)
  if (!catalogue) throw new Error('lingui.config.ts names no catalog')
  const [entries, { messages }] = await Promise.all([
    catalogue.read(language),
    catalogue.getTranslations(language, { sourceLocale: config.sourceLocale, fallbackLocales: config.fallbackLocales }),
  ])
  const isUsed = (id: string) => entries?.[id]?.origin?.some(([path]) => areaOf(path) === area)
  const used = Object.fromEntries(Object.entries(messages).filter(([id]) => isUsed(id)))
  const { source, errors } = createCompiledCatalog(language, used, { namespace: 'es' })
  if (errors.length > 0) throw new Error(`${language}: ${errors.map(({ error }) => error.message).join('; ')}`)
  return source
}
