import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Download, ExternalLink, Printer } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import type { PdfFile } from '../pdf/write-pdf.ts'
import { fileName } from './file-name.ts'
import css from './make.module.css'
import type { Made } from './make-files.tsx'

type MadeFilesProps = { files: Made<PdfFile>[]; title: string; firstButton: RefObject<HTMLButtonElement | null> }

export function MadeFiles({ files, title, firstButton }: MadeFilesProps) {
  const { t } = useLingui()
  const { frame, hint, print } = usePrinting()
  return (
    <>
      <ul className={css.files}>
        {files.map((file, index) => (
          <li key={file.name}>
            {files.length > 1 && <strong>{t(texts[file.name].heading)}</strong>}
            <div className={css.actions}>
              <Button
                ref={index === 0 ? firstButton : undefined}
                look={files.length > 1 ? 'second' : 'first'}
                aria-label={t(texts[file.name].print)}
                onClick={() => print(file.address)}
              >
                <Printer className="ico" aria-hidden="true" />
                {t({ message: 'Print', context: 'verb' })}
              </Button>
              <FileLinks
                file={file}
                fileName={fileName(title, file.name)}
                labels={{ save: t(texts[file.name].save), open: t(texts[file.name].open) }}
              />
            </div>
          </li>
        ))}
      </ul>
      <p role="status">{hint}</p>
      {frame}
    </>
  )
}

type FileLinksProps = {
  file: Pick<Made<PdfFile>, 'address' | 'bytes'>
  fileName: string
  labels: Record<'save' | 'open', string>
}

export const FileLinks = ({ file: { address, bytes }, fileName, labels }: FileLinksProps) => {
  const { t, i18n } = useLingui()
  return (
    <>
      <a className={buttonClass({ look: 'second' })} href={address} download={fileName} aria-label={labels.save}>
        <Download className="ico" aria-hidden="true" />
        {t`Save`}
      </a>
      <a
        className={buttonClass({ look: 'second' })}
        href={address}
        target="_blank"
        rel="noopener"
        aria-label={labels.open}
      >
        <ExternalLink className="ico" aria-hidden="true" />
        {t({ message: 'Open', context: 'verb' })}
      </a>
      <span className="meta">{formatMegabytes(i18n.locale, bytes)}</span>
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

const onlyFile = {
  print: msg`Print the PDF`,
  save: msg`Save the PDF`,
  open: msg`Open the PDF in a new tab`,
}

const texts: Record<PdfFile['name'], Record<'heading' | 'print' | 'save' | 'open', MessageDescriptor>> = {
  zine: { heading: msg`Zine`, ...onlyFile },
  'fair-kit': { heading: msg`Fair kit`, ...onlyFile },
  'test-fronts': {
    heading: msg`Test: fronts`,
    print: msg`Print the test: fronts`,
    save: msg`Save the test: fronts`,
    open: msg`Open the test: fronts in a new tab`,
  },
  'test-backs': {
    heading: msg`Test: backs`,
    print: msg`Print the test: backs`,
    save: msg`Save the test: backs`,
    open: msg`Open the test: backs in a new tab`,
  },
  fronts: {
    heading: msg({ message: 'Fronts', comment: 'Front sides of the sheets of paper' }),
    print: msg`Print the fronts`,
    save: msg`Save the fronts`,
    open: msg`Open the fronts in a new tab`,
  },
  backs: {
    heading: msg({ message: 'Backs', comment: 'Back sides of the sheets of paper' }),
    print: msg`Print the backs`,
    save: msg`Save the backs`,
    open: msg`Open the backs in a new tab`,
  },
}

const megabytes = { style: 'unit', unit: 'megabyte', minimumFractionDigits: 1, maximumFractionDigits: 1 } as const

const formatMegabytes = (language: string, bytes: number) =>
  new Intl.NumberFormat(language, megabytes).format(Math.max(0.1, bytes / 1024 ** 2))
