import { ArrowLeft, Ellipsis, LogOut, Redo2, Save, Undo2 } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useAfterSignOut, useSignOut } from '#web/accounts/use-sign-out.ts'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Link } from '#web/ui/controls/link.tsx'
import { Menu, MenuItem } from '#web/ui/controls/menu.tsx'
import { Tip, Tips } from '#web/ui/controls/tooltip.tsx'
import css from './editor-bar.module.css'
import { type Status, statusOf } from './model/editor-state.ts'
import type { Titled } from './model/text-rules.ts'
import { canRedo, canUndo } from './model/undo-history.ts'
import { type EditorSession, now } from './session/editor-session.ts'
import { useEditorState } from './session/use-editor.ts'

type Props<Text extends Titled> = {
  session: EditorSession<Text>
  what: 'Project' | 'Draft'
  backTo: string
  /** What else the menu has, above Logout. */
  items: ReactNode
  children: ReactNode
}

/** What stands above something that saves by itself: the way back, undo, how saving goes, the menu. */
export function SessionBar<Text extends Titled>({ session, what, backTo, items, children }: Props<Text>) {
  const signOut = useSignOut(useAfterSignOut())
  const leave = () => {
    session.dispatch({ type: 'leaving', at: now() })
    void signOut()
  }
  return (
    <header className={css.bar}>
      <Link className={buttonClass({ look: 'quiet' }, css.away)} aria-label="Back" to={backTo}>
        <ArrowLeft className="ico" aria-hidden="true" />
        <span className={css.back}>Back</span>
      </Link>
      <UndoButtons session={session} />
      <SaveState session={session} />
      <Button
        size="small"
        className={css.save}
        aria-label={`Save ${what.toLowerCase()}`}
        onClick={() => session.dispatch({ type: 'saveAsked', at: now() })}
      >
        <Save className="ico" aria-hidden="true" />
        <span className={css.label}>Save</span>
      </Button>
      <Menu trigger={<IconButton icon={Ellipsis} aria-label={`${what} menu`} />}>
        {items}
        <MenuItem icon={LogOut} onSelect={leave}>
          Logout
        </MenuItem>
      </Menu>
      {children}
    </header>
  )
}

const isApple = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent)
const command = isApple ? '⌘' : 'Ctrl+'

function UndoButtons<Text extends Titled>({ session }: { session: EditorSession<Text> }) {
  const back = useEditorState(session, ({ history }) => canUndo(history))
  const forth = useEditorState(session, ({ history }) => canRedo(history))
  return (
    <Tips>
      <Tip label={`Undo (${command}Z)`}>
        <IconButton
          icon={Undo2}
          aria-label="Undo"
          disabled={!back}
          onClick={() => session.dispatch({ type: 'undone', at: now() })}
        />
      </Tip>
      <Tip label={`Redo (${command}${isApple ? '⇧Z' : 'Y'})`}>
        <IconButton
          icon={Redo2}
          aria-label="Redo"
          disabled={!forth}
          onClick={() => session.dispatch({ type: 'redone', at: now() })}
        />
      </Tip>
    </Tips>
  )
}

const words: Record<Status, string> = {
  saved: 'Saved',
  saving: 'Saving…',
  unsaved: 'Unsaved',
  offline: 'Offline',
  'no-title': 'A project needs a title',
  'too-long': 'Not saved',
  conflict: 'Not saved',
  failed: 'Not saved',
  refused: 'Not saved',
  'signed-out': 'Not saved',
  gone: 'Not saved',
}

/** A box and a word. It changes with every pause, so it is not read out: the notices are. */
function SaveState<Text extends Titled>({ session }: { session: EditorSession<Text> }) {
  const status = useEditorState(session, statusOf)
  return (
    <>
      <p className={`${css.state} meta`} data-state={status}>
        {words[status]}
        {status === 'unsaved' && <span className={css.label}>, saves by itself</span>}
      </p>
      <SavedOnDemand session={session} isSaved={status === 'saved'} />
    </>
  )
}

/** Reads out that it is saved to whoever has asked for it. */
function SavedOnDemand<Text extends Titled>({
  session,
  isSaved,
}: {
  session: EditorSession<Text>
  isSaved: boolean
}) {
  const asks = useEditorState(session, (state) => state.asks)
  const [told, setTold] = useState(asks)
  const isNews = isSaved && asks > told
  useEffect(() => {
    if (!isSaved) setTold(session.read().asks)
  }, [isSaved, session])
  return (
    <span className="sr" role="status">
      {isNews && 'Saved'}
    </span>
  )
}
