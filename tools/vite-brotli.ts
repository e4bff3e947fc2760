import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Plugin } from 'vite';

const compress = promisify(brotliCompress);

/** Compressing smaller files gains nothing, because of the headers. */
const worthwhileBytesMin = 512;
const compressible = /\.(js|mjs|css|svg|json|wasm)$/;

/** Writes `name.br` next to every built file that compresses well, for browsers that accept Brotli. */
export function brotliAssets(): Plugin {
  return {
    name: 'brotli-assets',
    apply: 'build',
    async writeBundle(options, bundle) {
      const folder = options.dir;
      if (folder === undefined) return;
      const names = Object.keys(bundle).filter((name) => compressible.test(name) && !name.startsWith('.'));
      await Promise.all(names.map((name) => writeCompressed(join(folder, name))));
    },
  };
}

async function writeCompressed(path: string): Promise<void> {
  const content = await readFile(path);
  if (content.byteLength < worthwhileBytesMin) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.byteLength };
  await writeFile(`${path}.br`, await compress(content, { params }));
}
