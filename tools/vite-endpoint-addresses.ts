import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ESTree, Plugin } from 'vite';

const root = fileURLToPath(new URL('../', import.meta.url)).replaceAll('\\', '/');
const ofAddresses = '?addresses';
const importOfContract = /import \{([^}]*)\} from '(#contract\/[\w-]+\.ts)';/g;
const declared = /^export const (\w+) = endpoint\(/gm;
const checks = /\buseContractForm\(|from 'zod'/;
const required = ['name', 'route'] as const;
const called: ReadonlySet<string> = new Set([...required, 'reply']);

const cutAway: ReadonlySet<string> = new Set(['params', 'query', 'body', 'answer']);

/** Removes the schemas from endpoints that pages only call, so that the pages load less code. */
export function endpointAddresses(): Plugin {
  return {
    name: 'endpoint-addresses',
    enforce: 'pre',
    apply: 'build',
    transform(code, id) {
      if (!id.replaceAll('\\', '/').startsWith(`${root}web/`) || !/\.tsx?$/.test(id)) return null;
      if (checks.test(code)) {
        refuseUnknownForms(code, id);
        return null;
      }
      return { code: withoutSchemas(code, id), map: null };
    },
    resolveId(source) {
      return source.startsWith('#contract/') && source.endsWith(ofAddresses) ? root + source.slice(1) : null;
    },
    load(id) {
      if (!id.endsWith(ofAddresses)) return null;
      const code = readFileSync(id.slice(0, -ofAddresses.length), 'utf8');
      return addressesIn(this.parse(code, { lang: 'ts' }));
    },
  };
}

/** Throws if the module reads properties that are removed. */
export function withoutSchemas(code: string, id: string): string {
  return code.replace(importOfContract, (whole, names: string, source: string) => {
    if (!valuesOf(names).every((name) => endpointsOf(fileOf(source)).has(name))) return whole;
    for (const name of localsOf(names)) refuseReads(code, id, name);
    return whole.replace(source, source + ofAddresses);
  });
}

/** Throws for code such as `endpoint.body`, `endpoint['body']` or `const { body } = endpoint`. */
function refuseReads(code: string, id: string, name: string): void {
  const parts = [...code.matchAll(new RegExp(`(?<![\\w.])${name}\\??\\.(\\w+)`, 'g'))].map(([, part = '']) => part);
  const isTakenApart = new RegExp(`(?<![\\w.])${name}(\\?\\.)?\\[|\\}\\s*=\\s*${name}\\b`).test(code);
  const unknown = parts.find((part) => cutAway.has(part));
  if (isTakenApart || unknown !== undefined) {
    throw new Error(`${id}: of ${name} a page without forms has name, method, path, reply alone.`);
  }
}

const fileOf = (source: string): string => root + source.slice(1);

const importsIn = (names: string): readonly string[] =>
  names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '));

const valuesOf = (names: string): readonly string[] => importsIn(names).map((name) => name.split(' as ')[0] ?? '');
const localsOf = (names: string): readonly string[] => importsIn(names).map((name) => name.split(' as ').at(-1) ?? '');

const known = new Map<string, ReadonlySet<string>>();

function endpointsOf(file: string): ReadonlySet<string> {
  const found =
    known.get(file) ?? new Set([...readFileSync(file, 'utf8').matchAll(declared)].map(([, name = '']) => name));
  known.set(file, found);
  return found;
}

/** Throws if a form's endpoint comes from another module, because the form would find no schema. */
function refuseUnknownForms(code: string, id: string): void {
  const imported = new Set([...code.matchAll(importOfContract)].flatMap(([, names = '']) => valuesOf(names)));
  for (const [, options = ''] of code.matchAll(/\buseContractForm\(\{([^}]*)/g)) {
    const [, name = ''] = /\bendpoint: (\w+)/.exec(options) ?? [];
    if (!imported.has(name)) throw new Error(`${id}: useContractForm needs an endpoint that is imported here.`);
  }
}

/** Throws for values that are not literals. */
export function addressesIn(program: ESTree.Program): string {
  const lines: string[] = [];
  for (const statement of program.body) {
    if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'VariableDeclaration') continue;
    for (const { id, init } of statement.declaration.declarations) {
      if (id.type !== 'Identifier' || init?.type !== 'CallExpression') continue;
      const [given] = init.arguments;
      if (init.callee.type !== 'Identifier' || init.callee.name !== 'endpoint') continue;
      const parts = given?.type === 'ObjectExpression' ? literalsIn(given) : null;
      if (!parts || required.some((name) => !parts.has(name))) {
        throw new Error(`The contract's ${id.name} needs name, route and reply as plain texts.`);
      }
      const { name, route = '', reply = 'data' } = Object.fromEntries(parts);
      const [method, path] = route.split(' ');
      lines.push(`export const ${id.name} = ${JSON.stringify({ name, method, path, reply })};`);
    }
  }
  return lines.join('\n');
}

function literalsIn(given: ESTree.ObjectExpression): ReadonlyMap<string, string> | null {
  const texts = new Map<string, string>();
  for (const part of given.properties) {
    if (part.type !== 'Property' || part.computed || part.key.type !== 'Identifier') return null;
    if (!called.has(part.key.name)) continue;
    if (part.value.type !== 'Literal' || typeof part.value.value !== 'string') return null;
    texts.set(part.key.name, part.value.value);
  }
  return texts;
}
