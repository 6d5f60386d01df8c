import { useEffect, useRef, useState } from 'react'
import type { DraftDocument } from '#contract/documents.ts'
import * as limits from '#contract/limits.ts'
import { askInAgain } from '#web/accounts/viewer-changes.ts'
import { sentenceOf } from '#web/api/call.ts'
import type { Progress, Sender } from '#web/upload/sending/page-uploads.ts'
import { sendThen } from '#web/upload/sending/send-file.ts'
import { addDocument } from './pdf-calls.ts'

type SendingPdf = { name: string; step: Progress['step']; sent: number; problem?: string }
type Made = Sender<{ document: DraftDocument }>

const mostBytes = limits.pdfMb * 1024 * 1024

/** A PDF on its way: one at a time. What was interrupted goes on where it was. */
export function useSendPdf(draftId: string, onAdded: (pdf: DraftDocument) => void) {
  const [sending, setSending] = useState<SendingPdf>()
  const upload = useRef<{ sender: Made; stop: AbortController } | undefined>(undefined)
  useEffect(() => () => upload.current?.stop.abort(), [])

  async function run(name: string, sender: Made) {
    const stop = new AbortController()
    upload.current = { sender, stop }
    setSending({ name, step: 'sending', sent: 0 })
    const report = (progress: Progress) => setSending((last) => last && { ...last, ...progress })
    try {
      const { document } = await sender.send(stop.signal, report)
      onAdded(document)
      setSending(undefined)
    } catch (error) {
      if (stop.signal.aborted) return
      askInAgain(error)
      const problem = sentenceOf(error, 'Your PDF did not go through.')
      setSending((last) => last && { ...last, step: 'failed', problem })
    }
  }
  return {
    sending,
    async add(file: File) {
      if (sending && sending.step !== 'failed') return
      if (file.size > mostBytes) {
        const problem = `A PDF can be up to ${limits.pdfMb} MB. Export it smaller, or in parts.`
        return setSending({ name: file.name, step: 'failed', sent: 0, problem })
      }
      const make = ({ uploadId }: { uploadId: string }) =>
        addDocument({ params: { id: draftId }, body: { uploadId } })
      await run(file.name, sendThen(file, make))
    },
    again() {
      if (sending && upload.current) void run(sending.name, upload.current.sender)
    },
    cancel() {
      upload.current?.stop.abort()
      upload.current = undefined
      setSending(undefined)
    },
    /** Whether sending it again can help. */
    canGoOn: upload.current !== undefined,
  }
}
