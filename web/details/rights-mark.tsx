import { licenceAddress, type Rights, rightsNames } from '#contract/detail-choices.ts'
import css from './details-list.module.css'

/** What others may do with it, and where that can be read. */
export function RightsMark({ rights }: { rights: Rights }) {
  const address = licenceAddress(rights)
  const mark = marks[rights]
  const words = (
    <>
      {mark && (
        <span className={css.mark} aria-hidden="true">
          {mark}
        </span>
      )}
      {rightsNames[rights]}
    </>
  )
  if (!address) return words
  return (
    <a href={address} rel="license noopener">
      {words}
    </a>
  )
}

const marks: Partial<Record<Rights, string>> = { reserved: '©' }
