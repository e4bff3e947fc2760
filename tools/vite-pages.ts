import { fileURLToPath } from 'node:url';
import type { ESTree, Plugin } from 'vite';

const web = fileURLToPath(new URL('../web/', import.meta.url));
const routesFolder = `${web}routes/`;
/** server/http/pages.ts reads this file. */
const written = '.vite/pages.json';
/** Every page loads these files right after its initial bundle (web/shell/root.tsx, web/shell/shell.tsx). */
const loadedAfterwards = ['shell/frame-overlays.tsx', 'shell/shell-overlays.tsx'];

interface Route {
  readonly path: string;
  readonly modules: readonly string[];
}

/**
 * Writes a list of each page's scripts and styles. The server preloads them, because the browser would otherwise find
 * them only after running the first script.
 */
export function pages(): Plugin {
  const routesOf = new Map<string, readonly Route[]>();
  return {
    name: 'pages',
    enforce: 'pre',
    apply: 'build',
    transform(code, id) {
      if (id.startsWith(routesFolder)) routesOf.set(id, routesIn(this.parse(code, { lang: 'tsx' })));
      return null;
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const chunkOf = (module: string) => {
          const found = chunks.find(({ moduleIds }) => moduleIds.includes(`${web}${module}`));
          if (found === undefined) throw new Error(`The build does not have web/${module}.`);
          return found.fileName;
        };
        const entry = chunks.find(({ isEntry }) => isEntry);
        if (entry === undefined) throw new Error('The build has no entry.');
        const inEvery = filesOf([entry.fileName], bundle);
        const afterwards = filesOf(loadedAfterwards.map(chunkOf), bundle);
        const listed = [...routesOf.values()].flat().map(({ path, modules }) => {
          const { scripts, styles } = filesOf(modules.map(chunkOf), bundle);
          return {
            path,
            scripts: scripts.filter((file) => !inEvery.scripts.includes(file)),
            styles: styles.filter((file) => !inEvery.styles.includes(file)),
          };
        });
        this.emitFile({
          type: 'asset',
          fileName: written,
          source: JSON.stringify({ inEvery, afterwards, routes: listed }),
        });
      },
    },
  };
}

type Bundle = Parameters<Extract<Plugin['generateBundle'], (...given: never[]) => unknown>>[1];

/** Imports precede the files that import them. */
function filesOf(names: readonly string[], bundle: Bundle): { scripts: string[]; styles: string[] } {
  const seen = new Set<string>();
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const follow = (name: string): void => {
    const chunk = bundle[name];
    if (chunk?.type !== 'chunk' || seen.has(name)) return;
    seen.add(name);
    for (const imported of chunk.imports) follow(imported);
    scripts.add(name);
    for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style);
  };
  for (const name of names) follow(name);
  return { scripts: [...scripts], styles: [...styles] };
}

interface Declared {
  readonly parent: string | null;
  readonly path: string;
  readonly modules: readonly string[];
}

/** Reads `createRoute({ getParentRoute, path, component })` and `bare(path, { component })`. */
function routesIn(program: ESTree.Program): readonly Route[] {
  const declared = new Map<string, Declared>();
  const components = new Map<string, ESTree.Node>();
  walk(program, (node) => {
    if (node.type !== 'VariableDeclarator' || node.id.type !== 'Identifier' || node.init === null) return;
    if (node.init.type === 'CallExpression' && isCallOf(node.init, 'lazyRouteComponent')) {
      components.set(node.id.name, node.init);
    }
  });
  walk(program, (node) => {
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && node.init?.type === 'CallExpression') {
      const [given] = node.init.arguments;
      if (isCallOf(node.init, 'createRoute') && given?.type === 'ObjectExpression') {
        declared.set(node.id.name, declaredBy(given, textOf(propertyOf(given, 'path')), components));
      }
    }
    if (node.type === 'CallExpression' && isCallOf(node, 'bare')) {
      const [path, given] = node.arguments;
      if (given?.type === 'ObjectExpression')
        declared.set(`bare ${textOf(path)}`, declaredBy(given, textOf(path), components));
    }
  });
  const whole = ({ parent, path, modules }: Declared): Route => {
    const above = parent === null ? undefined : declared.get(parent);
    if (above === undefined) return { path, modules };
    const outer = whole(above);
    return { path: `${outer.path}${path}`, modules: [...outer.modules, ...modules] };
  };
  return [...declared.values()].map(whole).filter(({ path, modules }) => path !== '' && modules.length > 0);
}

function declaredBy(
  given: ESTree.ObjectExpression,
  path: string,
  components: ReadonlyMap<string, ESTree.Node>,
): Declared {
  const parent = propertyOf(given, 'getParentRoute');
  const named = propertyOf(given, 'component');
  const component = (named?.type === 'Identifier' ? components.get(named.name) : named) ?? null;
  const modules: string[] = [];
  if (component !== null) {
    walk(component, (node) => {
      if (node.type === 'ImportExpression') modules.push(textOf(node.source).replace(/^#web\//, ''));
    });
  }
  const isNamed = parent?.type === 'ArrowFunctionExpression' && parent.body.type === 'Identifier';
  return { parent: isNamed && parent.body.type === 'Identifier' ? parent.body.name : null, path, modules };
}

const isCallOf = ({ callee }: ESTree.CallExpression, name: string): boolean =>
  callee.type === 'Identifier' && callee.name === name;

function propertyOf({ properties }: ESTree.ObjectExpression, name: string): ESTree.Expression | null {
  for (const property of properties) {
    if (property.type === 'Property' && property.key.type === 'Identifier' && property.key.name === name) {
      return property.value as ESTree.Expression;
    }
  }
  return null;
}

const textOf = (node: ESTree.Node | null | undefined): string =>
  node?.type === 'Literal' && typeof node.value === 'string' ? node.value : '';

function walk(node: unknown, visit: (node: ESTree.Node) => void): void {
  if (Array.isArray(node)) for (const each of node) walk(each, visit);
  else if (typeof node === 'object' && node !== null) {
    if ('type' in node) visit(node as ESTree.Node);
    for (const value of Object.values(node)) walk(value, visit);
  }
}
