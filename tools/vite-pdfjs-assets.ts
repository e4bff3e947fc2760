import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Plugin } from 'vite';

const folders = ['cmaps', 'standard_fonts', 'wasm', 'iccs'];
/** Scripts inside PDFs never run, so their engine is not shipped. */
const unwanted = /^quickjs/;

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
};

/** Serves character maps, fonts, decoders and colour profiles for pdf.js from `pdfjs/{version}/`. */
export function pdfjsAssets(): Plugin {
  const require = createRequire(import.meta.url);
  const home = path.dirname(require.resolve('pdfjs-dist/package.json'));
  const { version } = require('pdfjs-dist/package.json') as { version: string };
  return {
    name: 'pdfjs-assets',
    configureServer(server) {
      const prefix = `/pdfjs/${version}/`;
      server.middlewares.use((request, response, next) => {
        const wanted = request.url?.split('?')[0] ?? '';
        const [folder = '', file = '', ...rest] = wanted.startsWith(prefix)
          ? wanted.slice(prefix.length).split('/')
          : [];
        if (!folders.includes(folder) || rest.length > 0 || !/^[\w.-]+$/.test(file)) return next();
        response.setHeader('Content-Type', types[path.extname(file)] ?? 'application/octet-stream');
        createReadStream(path.join(home, folder, file))
          .on('error', () => {
            response.statusCode = 404;
            response.end();
          })
          .pipe(response);
      });
    },
    async generateBundle() {
      for (const folder of folders) {
        for (const file of await readdir(path.join(home, folder))) {
          if (unwanted.test(file)) continue;
          const source = await readFile(path.join(home, folder, file));
          this.emitFile({ type: 'asset', fileName: `pdfjs/${version}/${folder}/${file}`, source });
        }
      }
    },
  };
}
