// First, so that component styles override it.
import '#web/styles/base.css'
import { StrictMode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { signInCallbackPath } from '#contract/identity-paths.ts'
import { notifyParentPage } from '#web/session/oidc-client.ts'
import { historySteps } from '#web/url/history-steps.ts'
import { App, createAppServices } from './app.tsx'

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no #root element.')

// A silent sign-in loads its callback in a hidden frame, which passes the URL to the parent page.
if (window.parent !== window && location.pathname === signInCallbackPath) {
  void notifyParentPage(location.href)
} else {
  void openApp(createRoot(root))
}

async function openApp(root: Root): Promise<void> {
  const { open, ...services } = createAppServices(import.meta.url)
  historySteps.start()
  await open()
  root.render(
    <StrictMode>
      <App {...services} />
    </StrictMode>,
  )
}
