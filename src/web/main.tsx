// Before everything that it is the ground of.
import './styles/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App, createAppServices } from './app.tsx'

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no place for the app.')

// A silent sign-in shows its callback in a hidden frame: there the address is handed to the page around it.
if (window.parent !== window && location.pathname === '/authentication/login-callback') {
  void import('./session/oidc-client.ts').then(({ notifyParentPage }) => notifyParentPage(location.href))
} else {
  createRoot(root).render(
    <StrictMode>
      <App {...createAppServices(import.meta.url)} />
    </StrictMode>,
  )
}
