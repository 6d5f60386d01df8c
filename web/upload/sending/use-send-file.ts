import { useEffect, useRef, useState } from 'react'
import { askInAgain } from '#web/accounts/viewer-changes.ts'
import { sentenceOf } from '#web/api/call.ts'
import type { Progress, Sender } from './send-file.ts'
import { sendThen } from './send-file.ts'

type Sending = { name: string; step: Progress['step']; sent: number; problem?: string }

type Way<Made> = {
  mostMb: number
  tooLarge: string
  failed: string
  make: (uploaded: { uploadId: string }) => Promise<Made>
  onMade: (made: Made) => void
}

export function useSendFile<Made>({ mostMb, tooLarge, failed, make, onMade }: Way<Made>) {
  const [sending, setSending] = useState<Sending>()
  const upload = useRef<{ sender: Sender<Made>; stop: AbortController } | undefined>(undefined)
  useEffect(() => () => upload.current?.stop.abort(), [])

  async function run(name: string, sender: Sender<Made>) {
    const stop = new AbortController()
    upload.current = { sender, stop }
    setSending({ name, step: 'sending', sent: 0 })
    const report = (progress: Progress) => setSending((last) => last && { ...last, ...progress })
    try {
      onMade(await sender.send(stop.signal, report))
      setSending(undefined)
    } catch (error) {
      if (stop.signal.aborted) return
      askInAgain(error)
      const problem = sentenceOf(error, failed)
      setSending((last) => last && { ...last, step: 'failed', problem })
    }
  }
  return {
    sending,
    async add(file: File) {
      if (sending && sending.step !== 'failed') return
      if (file.size > mostMb * 1024 * 1024)
        return setSending({ name: file.name, step: 'failed', sent: 0, problem: tooLarge })
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
    canGoOn: upload.current !== undefined,
  }
}
