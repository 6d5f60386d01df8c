// The code of a link is in the fragment, which no server or log sees. Without scripts, people copy it into the field.
const field = document.getElementById('code')

function readCode() {
  const code = new URLSearchParams(location.hash.slice(1)).get('code')
  if (!code) return
  history.replaceState(null, '', location.pathname)
  field.value = code
  document.getElementById('open').focus()
}

if (field) {
  readCode()
  // A link that is pasted into the same tab does not load the page again.
  addEventListener('hashchange', readCode)
} else {
  // This page can be the answer to a form. Now the browser shows it again without sending the form a second time.
  history.replaceState(null, '', location.href)
}

// A browser that goes back restores what was written, but not that its form was open.
addEventListener('pageshow', () => {
  for (const input of document.querySelectorAll('details input.input, details textarea'))
    if (input.value !== input.defaultValue) input.closest('details').open = true
})
