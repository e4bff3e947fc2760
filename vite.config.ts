import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { brotliAssets } from './tools/vite-brotli.ts';
import { englishOnly } from './tools/vite-english-only.ts';
import { firstScreenChunk } from './tools/vite-first-screen.ts';
import { pdfjsAssets } from './tools/vite-pdfjs-assets.ts';

export default defineConfig({
  root: 'web',
  publicDir: 'public',
  plugins: [react(), pdfjsAssets(), englishOnly(), brotliAssets()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    manifest: true,
    sourcemap: false,
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: firstScreenChunk }] } } },
  },
});
