/** What stands behind Contact and Share My Thoughts: a name that is reserved for examples, so what is sent ends nowhere. */
export const demoForms = {
  CONTACT_URL: mailTo('hello', 'Contact', 'CONTACT_URL'),
  FEEDBACK_URL: mailTo('thoughts', 'Share My Thoughts', 'FEEDBACK_URL'),
}

/** Who decides about reports here, at a name that is reserved for examples: the letters lie in the outbox. */
export const demoOperator = { REPORTS_TO: 'operator@foldout.example' }

function mailTo(name: string, button: string, setting: string) {
  const body = `Nobody reads this: it is the demo of Foldout. What ${button} opens on a site of yours is the setting ${setting}, a form or a mail address.`
  return `mailto:${name}@foldout.example?subject=${encodeURIComponent(button)}&body=${encodeURIComponent(body)}`
}
