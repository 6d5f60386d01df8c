import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Project, SavedProject } from '#contract/projects.ts'
import { getUserMessage } from '#web/api/call.ts'
import { useWrite } from '#web/api/use-write.ts'
import { newId } from '#web/browser/new-id.ts'
import { createProject, updateProject } from '#web/projects/project-calls.ts'
import { SessionNotice } from '#web/session/session-notice.tsx'
import { outgoing } from '#web/session/session-state.ts'
import { useEditorState } from '#web/session/use-session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { CopyButton } from '#web/ui/controls/copy-button.tsx'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { countExcessBytes, type ProjectText, sameText, textOf } from './project-text.ts'
import type { EditorProps } from './use-editor.ts'

export function EditorNotice({ onCompare, ...editor }: EditorProps & { onCompare: () => void }) {
  const { t } = useLingui()
  const { session, userId } = editor
  return (
    <SessionNotice
      session={session}
      userId={userId}
      onCompare={onCompare}
      offlineMessage={t`You’re offline. Your text is in this browser and will be saved when you’re back online.`}
      tooLongNotice={<TooLongNotice session={session} />}
      conflictMessage={t`This project was also saved somewhere else. Choose which text to keep.`}
      deletedNotice={<DeletedNotice {...editor} />}
      setAsideFailedMessage={t`Nothing was replaced, because this browser has no space for a copy of your text. Save or copy your text first. Saved texts stay under “Earlier versions”.`}
      notStoredMessage={t`This browser can’t store a copy. Until it is saved, your text is only in this tab.`}
    />
  )
}

const DeletedNotice = (editor: EditorProps) => {
  const { t } = useLingui()
  return (
    <>
      <p>{t`This project was deleted somewhere else. Your text is still here.`}</p>
      <CopyButton text={editor.session.read().text.notes}>{t`Copy the notes`}</CopyButton>
      <SaveAsNew {...editor} />
    </>
  )
}

function TooLongNotice({ session }: Pick<EditorProps, 'session'>) {
  const overKb = useEditorState(session, ({ text }) => Math.ceil(countExcessBytes(text.notes) / 1_000))
  return (
    <p>
      <Trans>{overKb} kB too long to save. Shorten your text. Until then, it is only in this browser.</Trans>
    </p>
  )
}

function SaveAsNew({ session, userId, onSaved }: EditorProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [saveAsProject] = useState(() => createProjectSaver(userId, () => outgoing(session.read())))
  const { write, isPending, isSuccess } = useWrite({
    mutationFn: () => saveAsProject(),
    onSuccess: async (project) => {
      session.discard()
      onSaved(project)
      await navigate(`/project/${project.id}/edit`, { replace: true, flushSync: true })
    },
    onError: (error) =>
      showToast({
        title: t`Not saved`,
        description: getUserMessage(error, t`Foldout could not be reached.`),
        variant: 'destructive',
      }),
  })
  const isBusy = isPending || isSuccess
  return (
    <Button size="small" aria-disabled={isBusy || undefined} onClick={() => isBusy || void write()}>
      {isBusy ? t`Saving...` : t`Save as a new project`}
    </Button>
  )
}

function createProjectSaver(userId: string, getText: () => ProjectText) {
  let id = newId()
  let sent: ProjectText[] = []

  async function send(write: (text: ProjectText) => Promise<{ project: SavedProject }>) {
    const text = textOf(getText())
    sent.push(text)
    const { project } = await write(text)
    return { project: { ...text, ...project }, text }
  }
  const createNew = () => send((text) => createProject({ body: { ...text, id, userId } }))

  return async function make(): Promise<Project> {
    let last = await createNew()
    if (!sent.some((text) => sameText(text, last.project))) {
      // An earlier attempt created this project, and it has changed elsewhere since. Create another one.
      id = newId()
      sent = []
      last = await createNew()
    }
    let isComplete = sameText(last.project, last.text)
    while (!isComplete || !sameText(last.text, getText())) {
      const { version } = last.project
      last = await send((text) => updateProject({ params: { id }, body: { ...text, version, userId } }))
      isComplete = true
    }
    return last.project
  }
}
