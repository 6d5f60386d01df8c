import { i18n } from '@lingui/core'
import { ph } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import type { CaptionsInput } from '#contract/captions.ts'
import { languageOfFileName } from '#contract/language-name.ts'
import { captionsProblemOfSize, decodeCaptions } from '#contract/webvtt.ts'
import { languageName } from '#web/details/language-names.ts'

export type Captions = CaptionsInput[number]

type CaptionsFile = { name: string; body: string }

/** Adds files of captions and removes them. A file without a known language waits until one is chosen. */
export function useCaptions(captions: readonly Captions[], onChange: (captions: Captions[]) => void) {
  const { t } = useLingui()
  const [language, setLanguage] = useState('')
  const [problem, setProblem] = useState<string>()
  const [waiting, setWaiting] = useState<CaptionsFile>()
  const [removed, setRemoved] = useState<Captions & { index: number }>()
  const [announcement, setAnnouncement] = useState('')
  const group = useRef<HTMLDivElement>(null)
  const has = (tag: string) => captions.some((each) => each.language === tag)

  function refuse(message: string) {
    setProblem(message)
    group.current?.querySelector('select')?.focus()
  }

  function add(file: CaptionsFile, tag: string) {
    setWaiting(undefined)
    if (has(tag))
      return refuse(
        t`There are already captions in ${ph({ language: languageName(i18n.locale, tag) })}. Remove them first.`,
      )
    onChange([...captions, { language: tag, body: file.body }])
    setProblem(undefined)
    setRemoved(undefined)
    setLanguage('')
    setAnnouncement(t`The captions in ${ph({ language: languageName(i18n.locale, tag) })} were added.`)
  }

  return {
    language,
    problem,
    announcement,
    group,
    removed: removed && !has(removed.language) ? removed : undefined,
    chooseLanguage(tag: string) {
      setLanguage(tag)
      setProblem(undefined)
      if (waiting && tag) add(waiting, tag)
    },
    async addFile(file: File) {
      setWaiting(undefined)
      const read = await readFile(file)
      if ('problem' in read) return refuse(`${file.name}: ${read.problem}`)
      const tag = language || languageOfFileName(file.name)
      if (tag) return add({ name: file.name, body: read.text }, tag)
      setWaiting({ name: file.name, body: read.text })
      refuse(t`Choose the language of ${ph({ name: file.name })}.`)
    },
    remove(each: Captions) {
      setRemoved({ ...each, index: captions.indexOf(each) })
      setProblem(undefined)
      onChange(captions.filter(({ language: tag }) => tag !== each.language))
      setAnnouncement('')
    },
    restore() {
      if (!removed) return
      const { index, ...restored } = removed
      onChange(captions.toSpliced(index, 0, restored))
      setRemoved(undefined)
      setAnnouncement(t`The captions in ${ph({ language: languageName(i18n.locale, restored.language) })} are back.`)
      group.current?.focus()
    },
  }
}

async function readFile(file: File) {
  const problem = captionsProblemOfSize(file.size)
  return problem ? { problem } : decodeCaptions(await file.arrayBuffer())
}
