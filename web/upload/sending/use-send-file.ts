import { useEffect, useRef, useState } from 'react'
import { promptSignInIfExpired } from '#web/accounts/viewer-changes.ts'
import { getUserMessage } from '#web/api/call.ts'
import type { Progress, Sender } from './send-file.ts'
import { sendThen } from './send-file.ts'

type Sending = { name: string; status: Progress['status']; sent: number; problem?: string }

type SendFileOptions<Result> = {
  maxMb: number
  tooLargeMessage: string
  failedMessage: string
  create: (uploaded: { uploadId: string }) => Promise<Result>
  onCreated: (result: Result) => void
}

export function useSendFile<Result>({
  maxMb,
  tooLargeMessage,
  failedMessage,
  create,
  onCreated,
}: SendFileOptions<Result>) {
  const [sending, setSending] = useState<Sending>()
  const upload = useRef<{ sender: Sender<Result>; stop: AbortController } | undefined>(undefined)
  useEffect(() => () => upload.current?.stop.abort(), [])

  async function run(name: string, sender: Sender<Result>) {
    const stop = new AbortController()
    upload.current = { sender, stop }
    setSending({ name, status: 'sending', sent: 0 })
    const report = (progress: Progress) => setSending((last) => last && { ...last, ...progress })
    try {
      onCreated(await sender.send(stop.signal, report))
      setSending(undefined)
    } catch (error) {
      if (stop.signal.aborted) return
      promptSignInIfExpired(error)
      const problem = getUserMessage(error, failedMessage)
      setSending((last) => last && { ...last, status: 'failed', problem })
    }
  }
  return {
    sending,
    async add(file: File) {
      if (sending && sending.status !== 'failed') return
      if (file.size > maxMb * 1024 * 1024)
        return setSending({ name: file.name, status: 'failed', sent: 0, problem: tooLargeMessage })
      await run(file.name, sendThen(file, create))
    },
    retry() {
      if (sending && upload.current) void run(sending.name, upload.current.sender)
    },
    cancel() {
      upload.current?.stop.abort()
      upload.current = undefined
      setSending(undefined)
    },
    canRetry: upload.current !== undefined,
  }
}
