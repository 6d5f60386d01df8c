import type { MessageDescriptor } from '@lingui/core'
import { msg, ph, t } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Download, ExternalLink, Printer } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import type { PdfFile } from '../pdf/write-pdf.ts'
import css from './make.module.css'

export type MadeFile = Pick<PdfFile, 'name'> & { address: string; bytes: number }

type MadeFilesProps = { files: MadeFile[]; title: string; firstButton: RefObject<HTMLButtonElement | null> }

export function MadeFiles({ files, title, firstButton }: MadeFilesProps) {
  const { t } = useLingui()
  const { frame, hint, print } = usePrinting()
  return (
    <>
      <ul className={css.files}>
        {files.map((file, index) => (
          <li key={file.name}>
            {files.length > 1 && <strong>{t(headings[file.name])}</strong>}
            <div className={css.actions}>
              <Button
                ref={index === 0 ? firstButton : undefined}
                look={files.length > 1 ? 'second' : 'first'}
                aria-label={t`Print ${ph({ file: t(nouns[file.name]) })}`}
                onClick={() => print(file.address)}
              >
                <Printer className="ico" aria-hidden="true" />
                {t`Print`}
              </Button>
              <FileLinks file={file} title={title} />
            </div>
          </li>
        ))}
      </ul>
      <p role="status">{hint}</p>
      {frame}
    </>
  )
}

const FileLinks = ({ file: { name, address, bytes }, title }: { file: MadeFile; title: string }) => {
  const { t } = useLingui()
  return (
    <>
      <a
        className={buttonClass({ look: 'second' })}
        href={address}
        download={fileName(title, name)}
        aria-label={t`Save ${ph({ file: t(nouns[name]) })}`}
      >
        <Download className="ico" aria-hidden="true" />
        {t`Save`}
      </a>
      <a
        className={buttonClass({ look: 'second' })}
        href={address}
        target="_blank"
        rel="noopener"
        aria-label={t`Open ${ph({ file: t(nouns[name]) })} in a new tab`}
      >
        <ExternalLink className="ico" aria-hidden="true" />
        {t`Open`}
      </a>
      <span className="meta">{formatMegabytes(bytes)}</span>
    </>
  )
}

/** Prints with the browser's PDF viewer. Phones print only an open file, so it is opened there. */
function usePrinting() {
  const { t } = useLingui()
  const [printed, setPrinted] = useState<{ address: string; attempt: number }>()
  const [hint, setHint] = useState<string>()
  const open = (address: string) => {
    setHint(window.open(address) ? t`Print the file in the tab that opened.` : t`Open the file and print it there.`)
  }
  const print = (address: string) => {
    setHint(undefined)
    if (!hasPrintableViewer()) open(address)
    else setPrinted((before) => ({ address, attempt: (before?.attempt ?? 0) + 1 }))
  }
  const printFrame = (frame: HTMLIFrameElement, address: string) => {
    try {
      frame.contentWindow?.print()
    } catch {
      // The viewer has another origin.
      open(address)
    }
  }
  const frame = printed && (
    <iframe
      key={printed.attempt}
      className={css.frame}
      src={printed.address}
      title={t`The PDF to print`}
      aria-hidden="true"
      tabIndex={-1}
      onLoad={({ currentTarget }) => printFrame(currentTarget, printed.address)}
    />
  )
  return { frame, hint, print }
}

const hasPrintableViewer = () => navigator.pdfViewerEnabled && !matchMedia('(pointer: coarse)').matches

const nouns: Record<PdfFile['name'], MessageDescriptor> = {
  zine: msg`the PDF`,
  'test-fronts': msg`the test: fronts`,
  'test-backs': msg`the test: backs`,
  fronts: msg`the fronts`,
  backs: msg`the backs`,
}

const headings: Record<PdfFile['name'], MessageDescriptor> = {
  zine: msg`Zine`,
  'test-fronts': msg`Test: fronts`,
  'test-backs': msg`Test: backs`,
  fronts: msg`Fronts`,
  backs: msg`Backs`,
}

const formatMegabytes = (bytes: number) => t`${ph({ size: Math.max(0.1, bytes / 1024 ** 2).toFixed(1) })} MB`

const suffixes: Record<PdfFile['name'], string> = {
  zine: '',
  fronts: ' - 1 fronts',
  backs: ' - 2 backs',
  'test-fronts': ' - test 1 fronts',
  'test-backs': ' - test 2 backs',
}
const maxNameLength = 80

export function fileName(title: string, name: PdfFile['name']) {
  const cleaned = title
    .replace(/[\p{C}\\/:*?"<>|]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const shortened = [...cleaned]
    .slice(0, maxNameLength)
    .join('')
    .replace(/^[. ]+|[. ]+$/g, '')
  return `${shortened || 'zine'}${suffixes[name]}.pdf`
}
