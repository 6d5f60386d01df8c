import type { CSSOptions } from 'vite'
import { className } from './web/ui/styles/class-name.ts'

export const css: CSSOptions = { modules: { generateScopedName: className } }
