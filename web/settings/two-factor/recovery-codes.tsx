import { buttonClass } from '#web/ui/controls/button.tsx'
import { CopyButton } from '#web/ui/controls/copy-button.tsx'
import dialog from '#web/ui/dialogs/dialog.module.css'
import css from '../settings-dialogs.module.css'

/** The codes, ways to keep them, and the button that says they are kept. */
export function RecoveryCodes({ codes, onKept }: { codes: string[]; onKept: () => void }) {
  return (
    <>
      <p>
        Each of these opens your account once when the phone is gone. They are shown only now: keep them where
        you will find them.
      </p>
      {/* Focused instead of a button, so that a second Enter does not send the codes away. */}
      <ul className={css.codes} aria-label="Recovery codes" tabIndex={-1} data-autofocus>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={css.acts}>
        <CopyButton text={codes.join('\n')}>Copy</CopyButton>
        <a
          className={buttonClass({ look: 'second', size: 'small' })}
          href={asFile(codes)}
          download="foldout-recovery-codes.txt"
        >
          Download
        </a>
      </div>
      <div className={dialog.row}>
        <button type="button" className={buttonClass({})} onClick={onKept}>
          I Have Kept Them
        </button>
      </div>
    </>
  )
}

const asFile = (codes: string[]) =>
  `data:text/plain;charset=utf-8,${encodeURIComponent(`Foldout recovery codes, each good for once\n\n${codes.join('\n')}\n`)}`
