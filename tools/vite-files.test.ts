import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { builtFiles, cutModules, type Graph, type Plan } from './vite-files.ts';

const web = fileURLToPath(new URL('../web/', import.meta.url)).replaceAll('\\', '/');

/** By path from web/: what a module imports, and what it loads later. */
const modules: Readonly<Record<string, { readonly imports?: readonly string[]; readonly later?: readonly string[] }>> =
  {
    'main.tsx': { imports: ['frame.ts'], later: ['library/page.tsx', 'library/folder.tsx', 'people/page.tsx'] },
    'frame.ts': {},
    'library/page.tsx': { imports: ['frame.ts', 'list.ts', 'row.ts'] },
    'library/folder.tsx': { imports: ['row.ts', 'form.ts'] },
    'people/page.tsx': { imports: ['list.ts', 'form.ts', 'check.ts'] },
    'list.ts': {},
    'row.ts': {},
    'form.ts': {},
    'check.ts': { imports: ['form.ts'] },
  };

const graph: Graph = {
  getModuleInfo: (id) => {
    const { imports = [], later = [] } = modules[id.slice(web.length)] ?? {};
    const inWeb = (paths: readonly string[]) => paths.map((path) => web + path);
    return { importedIds: inWeb(imports), dynamicallyImportedIds: inWeb(later), code: null };
  },
};

const plan: Plan = {
  shared: [{ name: 'frame', for: /^main\.tsx$/ }],
  ofForms: [{ name: 'forms', for: /^form\.ts$/ }],
  pages: [{ name: 'library', for: /^library\// }],
};

test('each module is in the file of the pages that need it, in a shared one, or in what they have in common', () => {
  const files = [...cutModules(graph, plan)].map(([id, file]) => [id.slice(web.length), file]);
  expect(Object.fromEntries(files)).toEqual({
    'main.tsx': 'frame',
    'frame.ts': 'frame',
    'form.ts': 'forms',
    'library/page.tsx': 'library',
    'library/folder.tsx': 'library',
    'row.ts': 'library',
    'people/page.tsx': 'page',
    'check.ts': 'page',
    'list.ts': 'common',
  });
});

test('beside a file that stands alone nothing common is put: it waits for the next', () => {
  const schemas = { name: 'schemas', for: /^check\.ts$/ };
  const cutWith = (alone: boolean) => {
    const ofForms = [{ name: 'forms', for: /^form\.ts$/, alone }, schemas];
    const withHint: Graph = {
      getModuleInfo: (id) => {
        const module = graph.getModuleInfo(id);
        const hasHint = /folder|people/.test(id);
        return module && { ...module, importedIds: [...module.importedIds, ...(hasHint ? [`${web}hint.ts`] : [])] };
      },
    };
    return cutModules(withHint, { ...plan, ofForms }).get(`${web}hint.ts`);
  };
  expect(cutWith(false)).toBe('common-forms');
  expect(cutWith(true)).toBe('common-schemas');
});

test.each(['shared', 'ofForms', 'pages'] as const)('a file of %s that no module is for ends the build', (part) => {
  const moved = { name: 'moved', for: /^moved\.tsx$/ };
  expect(() => cutModules(graph, { ...plan, [part]: [...plan[part], moved] })).toThrow(
    'No module is for the built file moved',
  );
});

test('a page is for what is loaded by itself: a module of another page is none', () => {
  expect(() => cutModules(graph, { ...plan, pages: [{ name: 'rows', for: /^row\.ts$/ }] })).toThrow('rows');
});

test('a second build of one process is cut anew', () => {
  const { groups, plugin } = builtFiles(plan);
  const fileOf = (path: string, of: Graph) => groups.at(-1)?.name(web + path, of);
  expect(fileOf('list.ts', graph)).toBe('common');
  const withoutPeople: Graph = {
    getModuleInfo: (id) => (id === `${web}people/page.tsx` ? null : graph.getModuleInfo(id)),
  };
  (plugin.buildStart as () => void)();
  expect(fileOf('list.ts', withoutPeople)).toBe('library');
});
