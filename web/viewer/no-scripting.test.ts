import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** pdf.js runs a document's scripts only where it is given what its own viewer has for them. */
test('scripts inside a PDF are never run: nothing that would run them is in the viewer or in what is built of it', () => {
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
