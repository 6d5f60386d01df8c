const collator = new Intl.Collator('en', { numeric: true })

/** Compares paths by folder and name. Page 2 comes before page 10, and “scan.png” before “scan 2.png”. */
export function comparePaths(one: string, other: string) {
  const [parts, otherParts] = [one.split('/'), other.split('/')]
  for (const [index, part] of parts.entries()) {
    const otherPart = otherParts[index]
    if (otherPart === undefined) return 1
    const order =
      collator.compare(withoutExtension(part), withoutExtension(otherPart)) || collator.compare(part, otherPart)
    if (order !== 0) return order
  }
  return parts.length - otherParts.length
}

const withoutExtension = (name: string) => name.replace(/(?<=.)\.[^.]*$/, '')
