import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type * as contract from '#contract/publishing.ts'
import type { FullZine } from '#contract/zines.ts'
import { promptSignInIfExpired } from '#web/accounts/viewer-changes.ts'
import { call, currentState } from '#web/api/call.ts'
import { type EditorSession, openSession } from '#web/session/editor-session.ts'
import { toFailedOutcome } from '#web/session/send-save.ts'
import type { Outcome } from '#web/session/session-state.ts'
import type { Save } from '#web/session/text-rules.ts'
import { useSession } from '#web/session/use-session.ts'
import { type EditProblems, toProblems } from './edit-problems.ts'
import { openZineEdits } from './stored-zine-edits.ts'
import { textOfZine, toUpdate, type ZineText, zineRules } from './zine-text.ts'

export type ZineSession = EditorSession<ZineText>

const updateZine = call<typeof contract.updateZine>('PUT', '/api/zines/:id')

type EditOptions = { zine: FullZine; userId: string; onZine: (zine: FullZine) => void }

/** `problems` are those of the last save. `isSaved`: the server has accepted one. */
export function useZineEdit({ zine, userId, onZine }: EditOptions) {
  const { t } = useLingui()
  const [problems, setProblems] = useState<EditProblems>({})
  const [isSaved, setSaved] = useState(false)
  const send = async ({ text, base }: Save<ZineText>): Promise<Outcome<ZineText>> => {
    try {
      const update = toUpdate(text, base)
      const { zine: saved } = await updateZine({ params: { id: zine.id }, body: { ...update, userId } })
      onZine(saved)
      setSaved(true)
      const savedText = textOfZine(saved)
      // Sent captions have a body, and returned ones an address.
      return { kind: 'saved', saved: update.pages ? { ...savedText, pages: text.pages } : savedText }
    } catch (error) {
      const current = currentState<typeof contract.updateZine>(error)
      if (current) {
        onZine(current)
        return { kind: 'changed', saved: textOfZine(current) }
      }
      setProblems(toProblems(error))
      promptSignInIfExpired(error)
      return toFailedOutcome(error)
    }
  }
  const start = () =>
    openSession<ZineText>({
      rules: zineRules,
      saved: textOfZine(zine),
      channelName: `foldout:zine:${zine.id}`,
      drafts: openZineEdits(userId, zine.id),
      send,
    })
  return { session: useSession(start, t`Your unsaved changes are back`), problems, setProblems, isSaved }
}
