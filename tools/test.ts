// Runs the everyday suite (`npm test`), everything (`npm run test:all`), or the tests under the given paths (`npm test
// -- PATH…`). Continues after a failed step, so that one run shows all failures.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { none, sum } from './test/counts.ts';
import { testsOf } from './test/paths.ts';
import { type Check, installPrograms, runChecks, runPlaywright, runVitest } from './test/steps.ts';
import { keepTemporaryFilesInMemory } from './test/temporary-files.ts';
import { startRecording } from './test/times.ts';

const modules = join(import.meta.dirname, '../node_modules');
const build: Check = {
  title: 'Build of the pages, and the size of the first screen',
  programs: [['tools/ensure-build.ts'], ['tools/first-screen-size.ts']],
};
const types: Check = {
  title: 'Types',
  programs: [[join(modules, 'typescript/bin/tsc'), '-p', 'tsconfig.json', '--checkers', '1']],
};
const style = (paths: readonly string[]): Check => ({
  title: 'Style',
  programs: [[join(modules, '@biomejs/biome/bin/biome'), 'check', ...paths]],
});
const structure: Check = { title: 'Structure', programs: [['tools/structure-check.ts']] };
const unusedCode: Check = { title: 'Unused code', programs: [[join(modules, 'knip/bin/knip.js'), '--no-progress']] };
/** Only a sample, because all mutations take an hour (docs/testing.md). */
const mutations: Check = {
  title: 'A sample of mutations',
  programs: [
    ['assurance/mutations/run.ts', '--in-process', '--only', 'policy', '--only', 'endpoint'],
    ['assurance/mutations/run.ts', '--in-process', '--only', 'predicate', '--sample', '20', '--seed', '8'],
  ],
};

/** Older versions of PostgreSQL that operators may use with DATABASE_URL. */
const olderPostgres = ['16', '17'];
const modulesOfLayers = [
  'core/boards',
  'members/people',
  'access/session',
  'papers/polls',
  'homes/library',
  'deciding/motions',
  'views/search',
];
const onOlderPostgres = [
  '--project',
  'everyday*',
  'server/db/',
  'assurance/gate/',
  ...modulesOfLayers.map((module) => `server/features/${module}/`),
];

keepTemporaryFilesInMemory();
startRecording();
const reports = mkdtempSync(join(tmpdir(), 'dais-test-reports-'));
const args = process.argv.slice(2);

async function everyday() {
  installPrograms([]);
  return [
    await runChecks([build]),
    await runChecks([types, structure, unusedCode, style(['.'])]),
    runVitest('Unit and server tests', ['--project', 'everyday*'], reports),
    runPlaywright('Browser journeys', ['--grep', '@everyday'], reports),
  ];
}

async function all() {
  installPrograms(['office', 'calendars', 'objects', 'proxy']);
  return [
    await runChecks([build]),
    await runChecks([mutations, types, structure, unusedCode, style(['.'])]),
    runVitest('Unit, server and system tests', [], reports),
    ...olderPostgres.map((major) =>
      runVitest(`Tests on PostgreSQL ${major}`, onOlderPostgres, reports, { TEST_POSTGRES: major }),
    ),
    runPlaywright('Browser tests', [], reports),
  ];
}

async function some(paths: readonly string[]) {
  const { unit, browser } = testsOf(paths);
  return [
    await runChecks([types, style(paths)]),
    unit.length > 0 ? runVitest('Unit and server tests', unit, reports) : none,
    browser.length > 0 ? await runChecks([build]) : none,
    browser.length > 0 ? runPlaywright('Browser tests', browser, reports) : none,
  ];
}

try {
  const results = await (args.length === 0 ? everyday() : args[0] === '--all' ? all() : some(args));
  const { passed, failed, named } = results.reduce(sum, none);
  if (named.length > 0) process.stdout.write(`\n── Failed\n${named.join('\n')}\n`);
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
  process.exitCode = failed === 0 ? 0 : 1;
} finally {
  rmSync(reports, { recursive: true, force: true });
}
