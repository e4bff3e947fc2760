import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** pdf.js runs scripts only if a scripting manager and sandbox are supplied. */
test('the viewer and its build contain no code that would run a PDF’s scripts', () => {
  const sources = globSync('web/**/*.{ts,tsx}').filter((path) => !/\.test\.tsx?$/.test(path));
  expect(sources.length).toBeGreaterThan(100);
  const running = sources.filter((path) =>
    /PDFScriptingManager|pdf\.sandbox|scriptingManager|enableScripting: *true|isEvalSupported: *true/.test(
      readFileSync(path, 'utf8'),
    ),
  );
  expect(running).toEqual([]);
  expect(globSync('dist/web/**/*sandbox*')).toEqual([]);
});
