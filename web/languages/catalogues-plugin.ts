import sentenceMacros from '@lingui/babel-plugin-lingui-macro'
import { createCompiledCatalog, getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import babel, { defineRolldownBabelPreset } from '@rolldown/plugin-babel'
import type { Plugin } from 'vite'
import { type Area, areaOf, lazyAreas } from './areas.ts'

/** Transforms the macros of sentences, and compiles `languages/es.po?area=making` into a module. The server loads `?area=all`. */
export const languages = () => [babel({ presets: [macros] }), catalogues()]

const macros = defineRolldownBabelPreset({
  preset: () => ({ plugins: [sentenceMacros] }),
  rolldown: { filter: { code: /from '@lingui\/(core|react)\/(runtime-)?macro'/ } },
})

const catalogueFile = /\/languages\/([\w-]+)\.po\?area=(\w+)$/

function catalogues(): Plugin {
  return {
    name: 'catalogues',
    buildStart: () => files.clear(),
    watchChange: () => files.clear(),
    load: {
      filter: { id: catalogueFile },
      async handler(id) {
        const [, language = '', area] = catalogueFile.exec(id) ?? []
        this.addWatchFile(id.replace(/\?.*/, ''))
        return { code: await compile(language, area as Area | 'all'), moduleType: 'js' }
      },
    },
  }
}

/** Turns English into a longer language with brackets and accents, in which a text that is not translated is obvious. */
const pseudo = process.env.PSEUDO_LANGUAGE
  ? { pseudoLocale: 'en', pseudoLocaleOptions: { prepend: '[', append: ']', extend: 0.4, extendCharacter: '~~~~ ' } }
  : {}

/** Read once for all areas. */
const files = new Map<string, ReturnType<typeof read>>()

async function read(language: string) {
  const config = getConfig()
  const [catalogue] = await getCatalogs(config)
  if (!catalogue) throw new Error('lingui.config.ts names no catalog')
  const { sourceLocale, fallbackLocales } = config
  const { messages } = await catalogue.getTranslations(language, { sourceLocale, fallbackLocales })
  const entries = (await catalogue.read(language)) ?? {}
  const isComplete = Object.values(entries).every(({ translation, obsolete }) => translation || obsolete)
  return { entries, messages, isComplete }
}

const empty = 'export const messages = {}; export const areas = {}'

async function compile(language: string, area: Area | 'all') {
  const file = files.get(language) ?? read(language)
  files.set(language, file)
  const { entries, messages, isComplete } = await file
  // The site does not offer it (server/languages/site-languages.ts).
  if (!isComplete) return empty
  const isPart = (each: Area) => (area === 'all' ? each !== 'server' : each === area)
  const isUsed = (id: string) => entries[id]?.origin?.some(([path]) => isPart(areaOf(path)))
  const used = Object.fromEntries(Object.entries(messages).filter(([id]) => isUsed(id)))
  const { source, errors } = createCompiledCatalog(language, used, { namespace: 'es', ...pseudo })
  if (errors.length > 0) throw new Error(`${language}: ${errors.map(({ error }) => error.message).join('; ')}`)
  return area === 'site' ? `${source}\nexport const areas = {${loadersOf(language)}}` : source
}

const loadersOf = (language: string) =>
  lazyAreas.map((area) => `${area}: () => import('/languages/${language}.po?area=${area}')`).join()
