import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { pdfjsAssets } from './tools/vite-pdfjs-assets.ts';

export default defineConfig({
  root: 'web',
  publicDir: 'public',
  plugins: [react(), pdfjsAssets()],
  build: { outDir: '../dist/web', emptyOutDir: true, target: 'es2023', manifest: true, sourcemap: false },
});
