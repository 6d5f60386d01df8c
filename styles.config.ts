import type { CSSOptions, Plugin } from 'vite'
import { className } from './web/ui/styles/class-name.ts'

export const css: CSSOptions = { modules: { generateScopedName: className } }

const oneImport = /^import (\w+) from ('[^']+\.module\.css')/gm

/** Makes `css.title` the plain word in the built scripts, where a table of names would be carried along otherwise. */
export const plainClassNames = (): Plugin[] => [
  {
    name: 'foldout:name-classes-one-by-one',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\.tsx$/ },
      handler: (code) => code.replace(oneImport, 'import * as $1 from $2'),
    },
  },
  {
    name: 'foldout:keep-styles',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /\.module\.css$/ },
      // With every name inlined nothing of the module is left, and its styles would go with it.
      handler: (code) => ({ code, moduleSideEffects: 'no-treeshake' }),
    },
  },
]
