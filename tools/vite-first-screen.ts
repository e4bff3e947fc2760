import { fileURLToPath } from 'node:url';

/** What the bundler tells of one module. */
interface Graph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[]; readonly code: string | null } | null;
}

const entry = fileURLToPath(new URL('../web/main.tsx', import.meta.url));

/**
 * Packages whose one index names everything that they hold. Followed as it stands, it would count every component and
 * every icon as needed at once; so of these only what the importing module names is followed.
 */
const indexOf: Readonly<Record<string, RegExp>> = {
  'react-aria-components': /[\\/]react-aria-components[\\/]dist[\\/]exports[\\/]index\.m?js$/,
  'lucide-react': /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]lucide-react\.m?js$/,
};

/** Needed by other screens' fields alone, though an index that the frame reads names it. */
const notOfTheFrame = /[\\/]@internationalized[\\/]number[\\/].*[\\/]NumberParser\.m?js$/;

/**
 * Puts everything that the entry needs at once into one file, `frame`. Left alone, the bundler cuts it into
 * some forty, one for each set of later screens that share a module: forty requests, and a worse compression.
 * Answers the name of a module's file, or null where the bundler is to decide.
 */
export function firstScreenChunk(id: string, graph: Graph): string | null {
  if (!neededBy(entry, graph).has(id)) return null;
  return 'frame';
}

let needed: ReadonlySet<string> | null = null;

/** Everything that a module imports, and what that imports, without what is loaded later. One build, one answer. */
function neededBy(from: string, graph: Graph): ReadonlySet<string> {
  if (needed !== null) return needed;
  const found = new Set<string>();
  const waiting = [from];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id) || notOfTheFrame.test(id)) continue;
    found.add(id);
    waiting.push(...importsOf(id, graph));
  }
  needed = found;
  return found;
}

function importsOf(id: string, graph: Graph): readonly string[] {
  const module = graph.getModuleInfo(id);
  return (module?.importedIds ?? []).flatMap((imported) => {
    const [name] = Object.entries(indexOf).find(([, pattern]) => pattern.test(imported)) ?? [];
    return name === undefined ? [imported] : namedOf(imported, namesFrom(name, module?.code ?? ''), graph);
  });
}

/** What a module imports by name from a package. */
function namesFrom(name: string, code: string): readonly string[] {
  const imports = code.matchAll(/import\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g);
  return [...imports].flatMap(([, names = '', source]) =>
    source === name ? names.split(',').map((each) => each.trim().split(/\s+as\s+/)[0] ?? '') : [],
  );
}

/** The modules behind some names of an index: `export { A } from './a'`, or `import` and `export` apart. */
function namedOf(index: string, names: readonly string[], graph: Graph): readonly string[] {
  const module = graph.getModuleInfo(index);
  const sources = sourcesIn(module?.code ?? '');
  const files = names.flatMap((name) => sources.get(name) ?? []).map((source) => source.replace(/^\.+\//, ''));
  return (module?.importedIds ?? []).filter((id) =>
    files.some((file) => id.replaceAll('\\', '/').endsWith(`/${file}`)),
  );
}

const sourcesByCode = new Map<string, ReadonlyMap<string, string>>();

function sourcesIn(code: string): ReadonlyMap<string, string> {
  const known = sourcesByCode.get(code);
  if (known) return known;
  const sources = new Map<string, string>();
  const locals = new Map<string, string>();
  for (const [, kind, names = '', source] of code.matchAll(
    /\b(import|export)\s*\{([^}]*)\}(?:\s*from\s*["']([^"']+)["'])?/g,
  )) {
    for (const each of names.split(',')) {
      const [outer = '', inner = outer] = each.trim().split(/\s+as\s+/);
      if (kind === 'import' && source !== undefined) locals.set(inner, source);
      else if (source !== undefined) sources.set(inner, source);
      else if (locals.has(outer)) sources.set(inner, locals.get(outer) ?? '');
    }
  }
  sourcesByCode.set(code, sources);
  return sources;
}
