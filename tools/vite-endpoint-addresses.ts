import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ESTree, Plugin } from 'vite';

const root = fileURLToPath(new URL('../', import.meta.url)).replaceAll('\\', '/');
const ofAddresses = '?addresses';
const importOfContract = /import \{([^}]*)\} from '(#contract\/[\w-]+\.ts)';/g;
const declared = /^export const (\w+) = endpoint\(/gm;
/** Reads a body's schema, or makes one. */
const checks = /\buseContractForm\(|from 'zod'/;
/** What a call needs of an endpoint. */
const called: ReadonlySet<string> = new Set(['name', 'method', 'path', 'reply']);

/**
 * A page that only calls endpoints gets their addresses without the schemas, and Zod loads with the first form. Answers
 * are checked by the server's tests, so that no page reads their schemas.
 */
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
      return {
        code: code.replace(importOfContract, (whole, names: string, source: string) =>
          valuesOf(names).every((name) => endpointsOf(fileOf(source)).has(name))
            ? whole.replace(source, source + ofAddresses)
            : whole,
        ),
        map: null,
      };
    },
    resolveId(source) {
      return source.startsWith('#contract/') && source.endsWith(ofAddresses) ? root + source.slice(1) : null;
    },
    load(id) {
      if (!id.endsWith(ofAddresses)) return null;
      const code = readFileSync(id.slice(0, -ofAddresses.length), 'utf8');
      return addressesIn(code, this.parse(code, { lang: 'ts' }));
    },
  };
}

const fileOf = (source: string): string => root + source.slice(1);

const valuesOf = (names: string): readonly string[] =>
  names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))
    .map((name) => name.split(' as ')[0] ?? '');

const known = new Map<string, ReadonlySet<string>>();

function endpointsOf(file: string): ReadonlySet<string> {
  const found =
    known.get(file) ?? new Set([...readFileSync(file, 'utf8').matchAll(declared)].map(([, name = '']) => name));
  known.set(file, found);
  return found;
}

/** A form whose endpoint comes from another module would find no schema. */
function refuseUnknownForms(code: string, id: string): void {
  const imported = new Set([...code.matchAll(importOfContract)].flatMap(([, names = '']) => valuesOf(names)));
  for (const [, options = ''] of code.matchAll(/\buseContractForm\(\{([^}]*)/g)) {
    const [, name = ''] = /\bendpoint: (\w+)/.exec(options) ?? [];
    if (!imported.has(name)) throw new Error(`${id}: useContractForm needs an endpoint that is imported here.`);
  }
}

/** `export const x = { name, method, path, reply };` for each endpoint. */
function addressesIn(code: string, program: ESTree.Program): string {
  const lines: string[] = [];
  for (const statement of program.body) {
    if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'VariableDeclaration') continue;
    for (const { id, init } of statement.declaration.declarations) {
      if (id.type !== 'Identifier' || init?.type !== 'CallExpression') continue;
      const [given] = init.arguments;
      if (init.callee.type !== 'Identifier' || init.callee.name !== 'endpoint') continue;
      if (given?.type !== 'ObjectExpression') continue;
      const parts = given.properties.flatMap((part) =>
        part.type === 'Property' && part.key.type === 'Identifier' && called.has(part.key.name)
          ? [code.slice(part.start, part.end)]
          : [],
      );
      lines.push(`export const ${id.name} = { reply: 'data', ${parts.join(', ')} };`);
    }
  }
  return lines.join('\n');
}
