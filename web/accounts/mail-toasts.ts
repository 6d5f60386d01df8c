import { showToast } from '#web/ui/toasts/toast-store.ts'

export const sayLinkSent = (email: string) =>
  showToast({ title: 'Mail sent', description: `The link is on its way to ${email}.` })

/** The same whether we know the address: nobody learns here who has an account. */
export const sayResetSent = () =>
  showToast({
    title: 'Check your inbox.',
    description:
      "If that email's in our system, a reset link is on the way! It may take a few minutes to show up in your inbox.",
  })
