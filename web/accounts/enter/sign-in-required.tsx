/** The prompt for somebody who wants to upload and is not signed in. */
export function SignInRequired({ onCancel, onSignIn }: { onCancel: () => void; onSignIn: () => void }) {
  return (
    <>
      <div className="keyed">
        <div className="spot" aria-hidden="true" />
        <p>You need to be signed in to upload a zine. Browsing stays free, and nobody is counting.</p>
      </div>
      <div className="row">
        <button type="button" className="btn second" onClick={onCancel}>
          Cancel
        </button>
        <button type="button" className="btn" onClick={onSignIn} data-autofocus>
          Sign In
        </button>
      </div>
    </>
  )
}
