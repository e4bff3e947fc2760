import { basename } from 'node:path';
import type { Plugin } from 'vite';
import { renderChapter } from './guide.ts';

/** Renders the pages of `docs/guide` to HTML while the product is built. */
export function guide(): Plugin {
  return {
    name: 'guide',
    transform: {
      filter: { id: /\/docs\/guide\/[a-z-]+\.md$/ },
      handler(markdown, id) {
        const { html, pictures, ...chapter } = renderChapter(basename(id, '.md'), markdown);
        const imports = pictures.map((file, index) => `import picture${index} from ${JSON.stringify(`./${file}`)};`);
        const addresses = pictures.map(
          (file, index) => `.replace(${JSON.stringify(`{picture:${file}}`)}, picture${index})`,
        );
        const code = `export default { ...${JSON.stringify(chapter)}, html: ${JSON.stringify(html)}${addresses.join('')} };`;
        return { code: [...imports, code].join('\n'), map: null, moduleType: 'js' };
      },
    },
  };
}
