import { readFile } from 'node:fs/promises';

/** Written by the build (tools/vite-pages.ts). */
export interface PageFiles {
  readonly path: string;
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

export async function readPageFiles(webFolder: string): Promise<readonly PageFiles[]> {
  const { routes } = JSON.parse(await readFile(`${webFolder}.vite/pages.json`, 'utf8')) as {
    readonly routes: readonly PageFiles[];
  };
  return routes;
}

export function preloadsOf(files: PageFiles | null): string {
  if (files === null) return '';
  const styles = files.styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`);
  const scripts = files.scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
  return [...styles, ...scripts].join('');
}

/** Prefers the route with fewer parameters, so that `/people/create` does not match `/people/$slug`. */
export function filesOf(routes: readonly PageFiles[], address: string): PageFiles | null {
  const found = routes.filter(({ path }) => matches(path, address));
  return found.toSorted((one, other) => parameters(one) - parameters(other))[0] ?? null;
}

const parameters = ({ path }: PageFiles): number => path.split('$').length;

function matches(path: string, address: string): boolean {
  const [wanted, given] = [path.split('/'), address.split('/')];
  return wanted.length === given.length && wanted.every((part, at) => part.startsWith('$') || part === given[at]);
}
