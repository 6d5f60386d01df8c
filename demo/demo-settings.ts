/** Addresses behind Contact and Share My Thoughts. The domain is reserved for examples, so no email is delivered. */
export const demoForms = {
  CONTACT_URL: mailTo('hello', 'Contact', 'CONTACT_URL'),
  FEEDBACK_URL: mailTo('thoughts', 'Share My Thoughts', 'FEEDBACK_URL'),
}

/** Receives the emails about reports. The domain is reserved for examples, so they stay in the outbox. */
export const demoOperator = { REPORTS_TO: 'operator@foldout.example' }

function mailTo(name: string, button: string, setting: string) {
  const body = `This is the Foldout demo, so no one will read this message. On your own site, set ${setting} to the form or email address that ${button} should open.`
  return `mailto:${name}@foldout.example?subject=${encodeURIComponent(button)}&body=${encodeURIComponent(body)}`
}
