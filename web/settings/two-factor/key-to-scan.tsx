import { useEffect, useState } from 'react'
import { CopyButton } from '#web/ui/controls/copy-button.tsx'
import css from '../settings-dialogs.module.css'

export type FactorKey = { uri: string; secret: string }

/** The key of a new second factor, as a picture for a phone's camera and as text. */
export function KeyToScan({ factor: { uri, secret } }: { factor: FactorKey }) {
  const picture = useKeyPicture(uri)
  return (
    <div className={css.key}>
      <div className={css.qr}>
        {picture && <img src={picture} alt="QR code of the key" width={192} height={192} />}
      </div>
      <div>
        <p>Scan this with your app, or type the key into it:</p>
        <p className={css.secret}>
          <code>{inFours(secret)}</code>
        </p>
        <CopyButton text={secret}>Copy Key</CopyButton>
      </div>
    </div>
  )
}

const inFours = (secret: string) => secret.replace(/.{4}(?=.)/g, '$& ')

/** Undefined until it is drawn; without it the text of the key still stands. */
function useKeyPicture(uri: string) {
  const [picture, setPicture] = useState<string>()
  useEffect(() => {
    import('./draw-key.ts').then(
      ({ drawKey }) => setPicture(drawKey(uri)),
      () => undefined,
    )
  }, [uri])
  return picture
}
