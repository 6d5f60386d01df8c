import { useEffect, useRef, useState } from 'react'
import { promptSignInIfExpired } from '#web/accounts/viewer-changes.ts'
import { getUserMessage } from '#web/api/call.ts'
import { UploadFailure } from '#web/upload/sending/send-file.ts'
import { RenderError } from './draw/render-error.ts'

type Options<Result> = { onDone?: (result: Result) => void; failure: string }

/** Draws or sends something. A task that is cancelled or started again, or whose component is removed, has no result. */
export function useTask<Result>({ onDone, failure }: Options<Result>) {
  const [isRunning, setRunning] = useState(false)
  const [problem, setProblem] = useState<string>()
  const current = useRef<AbortController>(undefined)
  // What the component knows may change during the task.
  const latest = useRef(onDone)
  useEffect(() => {
    latest.current = onDone
  })
  useEffect(() => () => current.current?.abort(), [])
  async function run(work: (signal: AbortSignal) => Promise<Result>) {
    current.current?.abort()
    const task = new AbortController()
    current.current = task
    setProblem(undefined)
    setRunning(true)
    try {
      const result = await work(task.signal)
      if (!task.signal.aborted) latest.current?.(result)
    } catch (error) {
      if (task.signal.aborted) return
      promptSignInIfExpired(error)
      setProblem(messageOf(error, failure))
    } finally {
      if (current.current === task) setRunning(false)
    }
  }
  function cancel() {
    current.current?.abort()
    setRunning(false)
  }
  return { isRunning, problem, setProblem, run, cancel }
}

const messageOf = (error: unknown, failure: string) =>
  error instanceof RenderError || error instanceof UploadFailure ? error.message : getUserMessage(error, failure)
