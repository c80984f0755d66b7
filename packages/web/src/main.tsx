import '@fontsource-variable/inter/index.css'
import '@fontsource-variable/jetbrains-mono/index.css'
import './styles/tokens.css'
import './styles/base.css'
import './styles/code-hues.css'
import './styles/status-hues.css'
import './styles/page.css'
import './parts/field.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Shell } from './app/shell.tsx'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no element with the id root')
createRoot(root).render(
  <StrictMode>
    <Shell />
  </StrictMode>,
)
