import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { brotliAssets } from './tools/vite-brotli.ts';
import { endpointAddresses } from './tools/vite-endpoint-addresses.ts';
import { guide } from './tools/vite-guide.ts';
import { openApi } from './tools/vite-openapi.ts';
import { pages } from './tools/vite-pages.ts';
import { pdfjsAssets } from './tools/vite-pdfjs-assets.ts';
import { offlineShell } from './tools/vite-shell.ts';

/** Each group of shared code becomes one file. Without the groups, the initial page load would need 50 files. */
const shared = [
  { name: 'frame', tags: ['$initial' as const] },
  {
    name: 'basics',
    test: /[\\/](lucide-react[\\/].*[\\/]icons[\\/].*|react-aria-components[\\/].*[\\/]Group\.mjs|web[\\/]ui[\\/](layout|actions[\\/]text-link)\.tsx|domain[\\/]paths\.ts)$/,
    minShareCount: 8,
  },
  { name: 'overlays', test: /web[\\/]shell[\\/](frame|shell)-overlays\.tsx$/ },
  {
    name: 'dashboard',
    test: /web[\\/](features[\\/]views[\\/]dashboard[\\/]dashboard-page|ui[\\/]rows[\\/]table)\.tsx$/,
  },
  {
    name: 'inputs',
    test: /web[\\/]ui[\\/](fields[\\/](text-field|checkbox|text-area|radio-group)|feedback[\\/]error-text)\.tsx$/,
  },
  {
    name: 'documents',
    test: /web[\\/]features[\\/]papers[\\/](reading|documents[\\/]uploads)[\\/](document-overlay|upload-center)\.tsx?$/,
  },
  { name: 'forms', test: /web[\\/](api[\\/]use-checked-form\.ts|ui[\\/]fields[\\/](form|password)-field\.tsx)$/ },
  {
    name: 'signing-in',
    test: /web[\\/](shell[\\/]passkey-offer|features[\\/]access[\\/](session[\\/]sign-in-errors|providers[\\/]sign-in-providers))\.tsx?$|[\\/]icons[\\/]key-round\.mjs$/,
  },
  { name: 'schemas', test: /web[\\/](api[\\/]use-contract-form\.ts|ui[\\/]overlays[\\/]form-dialog\.tsx)$/ },
  {
    name: 'editing',
    test: /web[\\/]ui[\\/](fields[\\/](search-field|select|combo-box|token-field|switch)|rows[\\/](reorderable-list|data-table))\.tsx$/,
  },
  { name: 'meeting', test: /web[\\/]pages[\\/]meeting\.tsx$/ },
];

const resolve = {
  // The product is in English, so every language of React Aria's own labels is replaced by English.
  alias: [{ find: /\/intl\/(.*)\/[a-z]{2}-[A-Z]{2}\.mjs$/, replacement: '/intl/$1/en-US.mjs' }],
};

const build: UserConfig['build'] = {
  outDir: '../dist/web',
  emptyOutDir: true,
  target: 'es2023',
  // Older browsers lack relative colour syntax, which the styles need. light-dark() must not be compiled, so that a
  // part of a page can show the other theme.
  cssTarget: ['chrome125', 'safari18', 'firefox128'],
  // All browsers in `cssTarget` support module preloads.
  modulePreload: { polyfill: false },
  sourcemap: false,
};

const plugins = () => [react(), pdfjsAssets(), endpointAddresses(), brotliAssets()].flat() as Plugin[];

export default defineConfig({
  root: 'web',
  publicDir: 'public',
  plugins: [...plugins(), guide(), pages(), openApi(), offlineShell({ resolve, build, plugins })],
  resolve,
  build: { ...build, rolldownOptions: { output: { codeSplitting: { groups: shared } } } },
});
