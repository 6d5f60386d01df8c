import * as limits from '#contract/limits.ts'
import { TextField } from '#web/ui/forms/field.tsx'
import { ordinal } from '#web/zines/printings.tsx'

type Props = {
  /** Which printing it will be. */
  printing: number
  note: string
  error: string | undefined
  busy: boolean
  onWrite: (note: string) => void
}

/** Other pictures are another printing, which readers are told of. */
export const PrintingNote = ({ printing, note, error, busy, onWrite }: Props) => (
  <TextField
    label={`This makes ${article(printing)} ${ordinal(printing)} printing. What changed?`}
    mark="optional"
    hint="Readers see it, for example “Fixed the map on page 4”."
    name="printing-note"
    maxLength={limits.printingNote}
    readOnly={busy}
    {...(error && { error })}
    value={note}
    onChange={(event) => onWrite(event.target.value)}
  />
)

/** As the word is spoken: an eighth, an 11th. */
const article = (number: number) => (number === 8 || number === 11 || number === 18 ? 'an' : 'a')
