import { resolve } from 'node:path'
import { unpack } from './whole-manifest.ts'

unpack(resolve(import.meta.dirname, '..'))
