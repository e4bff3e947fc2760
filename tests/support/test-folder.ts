import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** Call this at the top of a test file. The folder is removed after its tests. */
export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'dais-tests-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
