import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Matches `server/features/<layer>/<module>/<sub-modules>/<role>.ts`. */
const inModule = /^server\/features\/[^/]+\/[^/]+\/(?:[^/]+\/)*([^/]+)\.ts$/;
const vagueNames: readonly string[] = ['base', 'common', 'helpers', 'misc', 'shared', 'utils'];
const reads = /\bsql(?:<|`)|\.selectFrom\(/;
const writes =
  /\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(|\b(?:insert|create|update|delete)Row\(|\bsql(?:<[^`]*>)?`\s*(?:insert|update|delete|merge)\b/i;

export function vaguelyNamed(files: readonly string[]): readonly string[] {
  return files
    .filter(
      (file) => roleOf(file) !== null && file.split('/').some((part) => vagueNames.includes(part.replace('.ts', ''))),
    )
    .map((file) => `honest-names: ${file} is not named by what it contains`);
}

export async function misplacedSql(root: string, files: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const file of files) {
    const role = roleOf(file);
    if (role === null || role === 'commands') continue;
    const source = await readFile(join(root, file), 'utf8');
    const mayRead = role === 'queries' || role === 'visibility';
    if (!mayRead && (reads.test(source) || writes.test(source))) found.push(`sql-by-role: ${file} contains SQL`);
    if (mayRead && writes.test(source)) found.push(`sql-by-role: ${file} writes`);
  }
  return found;
}

function roleOf(file: string): string | null {
  return file.endsWith('.test.ts') ? null : (inModule.exec(file)?.[1] ?? null);
}
