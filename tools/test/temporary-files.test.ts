import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeRunFolder } from './temporary-files.ts';

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'dais-run-folders-'));
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

test('a test run gets a temporary folder that every user can write to', () => {
  const folder = makeRunFolder({ parent, bytesMin: 0 });
  if (folder === null) throw new Error('There is no folder.');
  expect(statSync(folder).mode & 0o7777).toBe(0o1777);
});

test('a test run gets no temporary folder if the parent folder is missing or its disk has too little space', () => {
  expect(makeRunFolder({ parent, bytesMin: Number.MAX_SAFE_INTEGER })).toBeNull();
  expect(makeRunFolder({ parent: join(parent, 'missing'), bytesMin: 0 })).toBeNull();
});

test('only the temporary folders of finished test runs are removed', () => {
  const { pid } = spawnSync('true');
  const [abandoned, alive] = [
    join(parent, `dais-tests-run-${pid}-x`),
    join(parent, `dais-tests-run-${process.ppid}-x`),
  ];
  for (const folder of [abandoned, alive]) mkdirSync(folder);
  makeRunFolder({ parent, bytesMin: 0 });
  expect([existsSync(abandoned), existsSync(alive)]).toEqual([false, true]);
});
