import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

/** Call this at the top of a test file. The folder is removed after its tests. */
export function testFolder(): string {
  const folder = newFolder();
  afterAll(() => removeFolder(folder));
  return folder;
}

/** Call this in a test or in `beforeEach`. The folder is removed after the test and its `afterEach` hooks. */
export function ownFolder(): string {
  const folder = newFolder();
  onTestFinished(() => removeFolder(folder));
  return folder;
}

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'dais-tests-'));
const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true });
