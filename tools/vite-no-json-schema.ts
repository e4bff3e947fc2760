import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

/** The part of Zod that writes JSON Schema. The server's OpenAPI document needs it, no page does. */
const jsonSchemaPart = /[\\/]node_modules[\\/]zod[\\/]v4[\\/]core[\\/](to-json-schema|json-schema-processors)\.js$/;
const exported = /^export (?:function|const) (\w+)/gm;

/**
 * Leaves that part out of the pages; whoever calls it there gets an error that says so. Saves about 4 KB of script,
 * brotli, on the first screen.
 */
export function noJsonSchema(): Plugin {
  return {
    name: 'no-json-schema',
    enforce: 'pre',
    apply: 'build',
    async load(id) {
      const path = id.split('?')[0] ?? '';
      if (!jsonSchemaPart.test(path)) return null;
      const names = [...(await readFile(path, 'utf8')).matchAll(exported)].map(([, name]) => name);
      const refusal = `const leftOut = () => { throw new Error('JSON Schema is not built into the pages.'); };`;
      return [refusal, ...names.map(standIn)].join('\n');
    },
  };
}

/** Every schema asks for the makers of its own converters; only a converter that is called refuses. */
function standIn(name = ''): string {
  return name.startsWith('create') ? `export const ${name} = () => leftOut;` : `export { leftOut as ${name} };`;
}
