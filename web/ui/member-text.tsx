import { useTextLanguage } from './text-language.ts'

type MemberTextProps = { text: string; language?: string | null | undefined }

/** A member's text within a sentence of ours, with its own language and direction. */
export const MemberText = ({ text, language }: MemberTextProps) => (
  <bdi {...useTextLanguage(text, language)}>{text}</bdi>
)
