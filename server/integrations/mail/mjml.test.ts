import { expect, test } from 'vitest';
import { compileLayout } from './mjml.ts';

const layout = (content: string) =>
  `<mjml><mj-body><mj-section><mj-column>${content}</mj-column></mj-section></mj-body></mjml>`;

test('an invalid mail layout fails to compile without affecting layouts that are compiled at the same time or later', async () => {
  const [broken, whole] = await Promise.allSettled([
    compileLayout(layout('<mj-nonsense />')),
    compileLayout(layout('<mj-text>fine</mj-text>')),
  ]);
  expect(broken.status).toBe('rejected');
  expect(whole.status).toBe('fulfilled');
  await expect(compileLayout(layout('<mj-text>after</mj-text>'))).resolves.toMatch(/<!doctype html>.*after/s);
});

test('a mail layout cannot read files', async () => {
  const html = await compileLayout(
    layout(`<mj-text>here</mj-text><mj-include path="${import.meta.filename}" type="html" />`),
  ).catch((error: Error) => error.message);
  expect(html).not.toContain('a layout cannot read files');
});
