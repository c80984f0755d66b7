// The interface as static files, which the server reads into memory at its start. Nothing is inlined:
// the content security policy allows scripts, styles, fonts and images from the server only.

import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'

export default defineConfig({
  base: '/',
  // From source: a clone has no `dist`.
  resolve: { conditions: ['@cellwake/source', ...defaultClientConditions] },
  plugins: [react()],
  build: {
    outDir: '../server/ui',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
})
