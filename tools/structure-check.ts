// Checks the structure of all folders. Run with `node tools/structure-check.ts [root]`.
import './structure/typescript-six.ts';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ICruiseResult } from 'dependency-cruiser';
import { deadAlternatives } from './structure/dead-alternatives.ts';
import { filesOfNoModule, folderCycles, upwardImports } from './structure/down-only.ts';
import { environmentReaders } from './structure/environment-readers.ts';
import { misplacedSql, vaguelyNamed } from './structure/file-roles.ts';
import { unplainLines } from './structure/plain-english.ts';
import { rules } from './structure/rules.ts';

const ownRoot = resolve(import.meta.dirname, '..');
const folders = ['contract', 'domain', 'server', 'web', 'tests', 'assurance', 'tools', 'bench'] as const;

/** Returns one sentence for each breach. Throws if the sources cannot be read. */
async function breaches(root: string): Promise<readonly string[]> {
  process.chdir(root);
  const { cruise } = await import('dependency-cruiser');
  const cruised = await cruise(
    folders.filter((folder) => existsSync(folder)),
    {
      validate: true,
      ruleSet: { forbidden: [...rules] },
      parser: 'tsc',
      tsPreCompilationDeps: true,
      doNotFollow: { path: 'node_modules' },
      exclude: { path: '\\.(css|svg)$' },
      enhancedResolveOptions: {
        extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json'],
        exportsFields: ['exports'],
        conditionNames: ['import', 'node', 'default', 'types'],
      },
    },
  );
  const { modules, summary } = cruised.output as ICruiseResult;
  const read = modules.filter(({ source }) => /\.tsx?$/.test(source) && !source.includes('node_modules'));
  // Without a TypeScript parser, the check would read only plain JavaScript and find nothing.
  if (read.length === 0) throw new Error('The structure check read no TypeScript.');
  process.stdout.write(`Structure: ${read.length} files, ${summary.totalDependenciesCruised} imports.\n`);
  const files = read.map(({ source }) => source);
  const broken = summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);
  const imports = read.flatMap(({ source, dependencies }) =>
    dependencies.map(({ resolved }) => ({ from: source, to: resolved })),
  );
  return [
    ...broken,
    ...(root === ownRoot
      ? deadAlternatives(
          rules,
          modules.map(({ source }) => source),
        )
      : []),
    ...filesOfNoModule(files),
    ...upwardImports(imports),
    ...folderCycles(imports),
    ...vaguelyNamed(files),
    ...(await misplacedSql('.', files)),
    ...(await unplainLines('.', files)),
    ...(await environmentReaders('.')),
  ];
}

const found = await breaches(resolve(process.argv[2] ?? '.'));
for (const sentence of found) process.stdout.write(`${sentence}\n`);
process.exitCode = found.length === 0 ? 0 : 1;
