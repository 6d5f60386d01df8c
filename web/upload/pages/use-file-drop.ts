import { i18n } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { comparePaths } from '#contract/natural-order.ts'
import { onPage } from '#web/browser/page-events.ts'

type DropHandlers = { onFiles: (files: File[]) => void; onProblem: (message: string) => void }

/**
 * Accepts files and folders anywhere, because the browser would open a file that misses. Leaves text and links to the
 * browser, and what is dragged from this page. True while files are dragged over.
 */
export function useFileDrop({ onFiles, onProblem }: DropHandlers) {
  const [isDraggedOver, setDraggedOver] = useState(false)
  const add = useEffectEvent(onFiles)
  const report = useEffectEvent(onProblem)
  useEffect(() => {
    let isMounted = true
    let isFromPage = false
    const filesOf = ({ dataTransfer }: DragEvent) =>
      !isFromPage && dataTransfer?.types.includes('Files') ? dataTransfer : undefined
    async function addDropped(dropped: DataTransfer) {
      try {
        const files = await readDroppedFiles(dropped)
        if (isMounted) add(files)
      } catch (error) {
        if (isMounted) report(error instanceof DropError ? error.message : i18n._(unreadableMessage))
      }
    }
    const stop = onPage({
      dragstart: () => {
        isFromPage = true
      },
      dragend: () => {
        isFromPage = false
      },
      // A removed element gets no dragend.
      pointerdown: () => {
        isFromPage = false
      },
      dragover: (event) => {
        if (!filesOf(event)) return
        event.preventDefault()
        setDraggedOver(true)
      },
      dragleave: ({ relatedTarget }) => relatedTarget === null && setDraggedOver(false),
      drop: (event) => {
        const dropped = filesOf(event)
        setDraggedOver(false)
        if (!dropped) return
        event.preventDefault()
        void addDropped(dropped)
      },
    })
    return () => {
      isMounted = false
      stop()
    }
  }, [])
  return isDraggedOver
}

const unreadableMessage = msg`This folder could not be read. Choose its files instead.`

/** Moves focus to the visible page when a removed button had focus. */
export function useFocusOnPages(count: number) {
  const stage = useRef<HTMLElement>(null)
  const before = useRef(count)
  useLayoutEffect(() => {
    const isChanged = before.current !== count
    before.current = count
    if (!isChanged || document.activeElement !== document.body) return
    const target = stage.current?.querySelector<HTMLElement>('[aria-current], [type="file"]')
    ;(target ?? stage.current)?.focus()
  }, [count])
  return stage
}

/** With more files, a folder was probably dropped by mistake. */
const maxFiles = 1000
const maxDepth = 20

class DropError extends Error {}

/**
 * The files of a drop, with those of dropped folders and the folders in them. The name of a file in a folder is its path.
 * Must be called while the event is handled: later, browsers give no access to folders.
 */
async function readDroppedFiles({ items, files }: DataTransfer): Promise<File[]> {
  const dropped = [...items].filter(({ kind }) => kind === 'file').map((item) => item.webkitGetAsEntry())
  if (!dropped.some((entry) => entry?.isDirectory)) return [...files]
  const plain = [...files]
  const found: File[] = []
  for (const [index, entry] of dropped.entries()) {
    const file = plain[index]
    if (entry && isDirectory(entry)) found.push(...(await listFolder(entry)))
    else if (file) found.push(file)
  }
  if (found.length === 0) throw new DropError(t`There are no files in this folder.`)
  return found
}

const isDirectory = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile

/** Sorted, because nobody has chosen the order in which a browser lists a folder. */
async function listFolder(folder: FileSystemDirectoryEntry) {
  const found: File[] = []
  await readFolder(folder, found, maxDepth)
  return found.sort((one, other) => comparePaths(one.name, other.name))
}

async function readFolder(folder: FileSystemDirectoryEntry, found: File[], depthLeft: number) {
  if (depthLeft === 0) throw new DropError(t`This folder has more than ${maxDepth} levels. Add its files instead.`)
  const reader = folder.createReader()
  for (;;) {
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (entries.length === 0) return
    for (const entry of entries.filter(({ name }) => !isSystemFile(name))) {
      if (isDirectory(entry)) await readFolder(entry, found, depthLeft - 1)
      else if (isFile(entry)) found.push(await readFile(entry))
      if (found.length > maxFiles)
        throw new DropError(
          t`${plural(maxFiles, {
            one: 'This folder has more than # file. Add them in smaller groups.',
            other: 'This folder has more than # files. Add them in smaller groups.',
          })}`,
        )
    }
  }
}

async function readFile(entry: FileSystemFileEntry) {
  const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
  return new File([file], entry.fullPath.slice(1), { type: file.type, lastModified: file.lastModified })
}

/** Files that systems put into folders, which nobody has chosen. */
const isSystemFile = (name: string) => /^(\.|__MACOSX$|Thumbs\.db$|desktop\.ini$)/i.test(name)
