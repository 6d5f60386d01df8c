export function violatedConstraint(error: unknown) {
  const { code = '', constraint } = error as { code?: string; constraint?: string }
  return code.startsWith('23') ? constraint : undefined
}
