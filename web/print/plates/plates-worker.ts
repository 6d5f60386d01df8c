import { answerCalls } from '../pdf/worker-calls.ts'
import { handle } from './press.ts'

// The page then makes the plates without a worker.
if (!('fonts' in globalThis)) throw new Error('This browser can’t load fonts in a worker')

answerCalls(handle)
