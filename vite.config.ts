import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { brotliAssets } from './tools/vite-brotli.ts';
import { endpointAddresses } from './tools/vite-endpoint-addresses.ts';
import { englishOnly } from './tools/vite-english-only.ts';
import { builtFiles } from './tools/vite-files.ts';
import { noDialogTrigger } from './tools/vite-no-dialog-trigger.ts';
import { noJsonSchema } from './tools/vite-no-json-schema.ts';
import { noZodLocale } from './tools/vite-no-zod-locale.ts';
import { openApi } from './tools/vite-openapi.ts';
import { pages } from './tools/vite-pages.ts';
import { pdfjsAssets } from './tools/vite-pdfjs-assets.ts';

const files = builtFiles();

export default defineConfig({
  root: 'web',
  publicDir: 'public',
  plugins: [
    react(),
    pdfjsAssets(),
    englishOnly(),
    noDialogTrigger(),
    noJsonSchema(),
    noZodLocale(),
    endpointAddresses(),
    files.plugin,
    pages(),
    openApi(),
    brotliAssets(),
  ],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    // The tokens derive colours from the board's (relative colour syntax), which older browsers lack anyway; light-dark() stays
    // as written, so that a part of a page can show the other theme.
    cssTarget: ['chrome125', 'safari18', 'firefox128'],
    // Every browser that has the styles above has module preloads.
    modulePreload: { polyfill: false },
    sourcemap: false,
    rolldownOptions: { output: { codeSplitting: { groups: files.groups } } },
  },
});
