import { layers } from './layers.ts';

/** Paths are relative to the project's root. Type and dynamic imports are included. */
export interface FileImport {
  readonly from: string;
  readonly to: string;
}

const order: readonly string[] = layers.flatMap(({ name, modules }) => modules.map((module) => `${name}/${module}`));
const inFeatures = /^(server|web)\/features\//;
const modulePath = /^(?:server|web)\/features\/([^/]+\/[^/]+)\//;
const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path);

export function upwardImports(imports: readonly FileImport[]): readonly string[] {
  return imports
    .filter(({ from, to }) => !isTest(from) && inFeatures.test(from) && inFeatures.test(to))
    .filter(({ from, to }) => rankOf(to) < rankOf(from))
    .map(({ from, to }) => `imports-go-down: ${from} → ${to}`);
}

export function filesOfNoModule(files: readonly string[]): readonly string[] {
  return files
    .filter((file) => inFeatures.test(file) && file.split('/').length > 3)
    .filter((file) => !order.includes(moduleOf(file) ?? ''))
    .map((file) => `known-modules: ${file} is in no folder of tools/structure/layers.ts`);
}

export function folderCycles(imports: readonly FileImport[]): readonly string[] {
  const inside = imports.filter(({ from, to }) => !isTest(from) && moduleOf(from) !== null && sharesModule(from, to));
  const across = inside.filter(({ from, to }) => folderOf(from) !== folderOf(to));
  const found: string[] = [];
  const known = new Set<string>();
  for (const folder of new Set(across.map(({ from }) => folderOf(from)))) {
    if (known.has(folder)) continue;
    const loop = shortestLoop(across, folder);
    if (loop === null) continue;
    // Reports only one cycle among folders that can all reach each other.
    for (const other of reachedFrom(across, folder)) if (reachedFrom(across, other).has(folder)) known.add(other);
    found.push(`no-folder-cycles: ${loop.map(({ from, to }) => `${from} → ${to}`).join(', ')}`);
  }
  return found;
}

function moduleOf(path: string): string | null {
  return modulePath.exec(path)?.[1] ?? null;
}

function rankOf(path: string): number {
  return order.indexOf(moduleOf(path) ?? '');
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}

function sharesModule(from: string, to: string): boolean {
  return from.split('/', 4).join('/') === to.split('/', 4).join('/');
}

function reachedFrom(imports: readonly FileImport[], folder: string): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting = [folder];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    for (const { from, to } of imports) {
      if (folderOf(from) !== at || reached.has(folderOf(to))) continue;
      reached.add(folderOf(to));
      waiting.push(folderOf(to));
    }
  }
  return reached;
}

function shortestLoop(imports: readonly FileImport[], folder: string): readonly FileImport[] | null {
  const seen = new Set<string>();
  let ways: readonly (readonly FileImport[])[] = [[]];
  while (ways.length > 0) {
    const longer: (readonly FileImport[])[] = [];
    for (const way of ways) {
      const last = way.at(-1);
      const at = last === undefined ? folder : folderOf(last.to);
      for (const next of imports.filter(({ from }) => folderOf(from) === at)) {
        const to = folderOf(next.to);
        if (to === folder) return [...way, next];
        if (seen.has(to)) continue;
        seen.add(to);
        longer.push([...way, next]);
      }
    }
    ways = longer;
  }
  return null;
}
