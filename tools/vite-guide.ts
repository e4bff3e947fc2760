import { basename } from 'node:path';
import type { Plugin } from 'vite';
import { type GuideNode, renderChapter } from './guide.ts';

export function guide(): Plugin {
  return {
    name: 'guide',
    transform: {
      filter: { id: /\/docs\/guide\/[a-z-]+\.md$/ },
      handler(markdown, id) {
        const chapter = renderChapter(basename(id, '.md'), markdown);
        const pictures = chapter.body.flatMap(picturesIn);
        const imports = pictures.map((file, nth) => `import picture${nth} from ${JSON.stringify(`./${file}`)};`);
        const addresses = pictures.map((file, nth) => `${JSON.stringify(file)}: picture${nth}`);
        const code = `export default { ...${JSON.stringify(chapter)}, pictures: { ${addresses.join(', ')} } };`;
        return { code: [...imports, code].join('\n'), map: null, moduleType: 'js' };
      },
    },
  };
}

function picturesIn(node: GuideNode): readonly string[] {
  if (typeof node === 'string') return [];
  const [tag, { src }, ...children] = node;
  return tag === 'img' && src !== undefined ? [src] : children.flatMap(picturesIn);
}
