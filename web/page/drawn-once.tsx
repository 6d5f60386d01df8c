import { createContext, createElement, type ReactNode, useContext } from 'react'

/** Where parts of the document that is being drawn are kept, and found. */
export type DrawnParts = {
  /** A place in the document for what was drawn from this, and whether it has been drawn before. */
  place: (from: string) => { name: string; isDrawn: boolean }
}

export const DrawnPartsContext = /* @__PURE__ */ createContext<DrawnParts | undefined>(undefined)

type DrawnOnceProps = {
  /** All that the children are drawn from: whoever has the same sees the same. */
  from: string
  children: ReactNode
}

/** A part of a document that need not be drawn again. Only the server has it: in browsers parts change. */
export function DrawnOnce({ from, children }: DrawnOnceProps) {
  const parts = useContext(DrawnPartsContext)
  if (!parts) return children
  const { name, isDrawn } = parts.place(from)
  return createElement(name, null, isDrawn ? undefined : children)
}
