import { readFile } from 'node:fs/promises'
import { msg } from '@lingui/core/runtime-macro'
import { type CaptionsInput, captionsInput } from '#contract/captions.ts'
import { languageOfFileName } from '#contract/language-name.ts'
import { captionTracks } from '#contract/limits.ts'
import { captionsProblemOfSize, decodeCaptions } from '#contract/webvtt.ts'
import { apiError } from '#server/http/errors.ts'
import { validate } from '#server/http/validation.ts'
import { type NamedFile, withFileName } from './import-files.ts'
import { collectProblems } from './row-errors.ts'
import type { Source } from './source.ts'

/** The captions of a row's video, in the languages that their files name. */
export async function readCaptions(source: Source, { files, pages }: { files: string[]; pages: NamedFile[] }) {
  if (files.length === 0) return []
  if (pages.some(({ kind }) => kind !== 'video'))
    throw apiError('invalid_request', msg`Only a video can have captions.`)
  const problems = collectProblems()
  const captions: CaptionsInput = []
  // One more is refused by its number.
  for (const name of files.slice(0, captionTracks + 1)) {
    const read = await problems.attemptAsync(() => withFileName(name, () => readCaptionsFile(source, name)))
    if (read) captions.push(read)
  }
  problems.throwIfAny()
  return validate(captionsInput, captions)
}

async function readCaptionsFile(source: Source, name: string) {
  const [file, ...others] = source.list(name)
  const language = languageOfFileName(file ?? '')
  if (!file || others.length > 0 || !language)
    throw apiError('invalid_request', msg`The name must end with the language and .vtt or .srt, such as tides.es.vtt.`)
  const problem = captionsProblemOfSize(await source.sizeOf(file))
  const read = problem ? { problem } : decodeCaptions(await readFile(await source.fetchFile(file)))
  if ('problem' in read) throw apiError('invalid_request', read.problem)
  return { language, body: read.text }
}
