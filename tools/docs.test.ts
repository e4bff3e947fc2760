import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { anchorOf, renderChapter } from './guide.ts';

const pages = globSync(['*.md', '{docs,server,web}/**/*.md']);

const anchorsOf = (page: string): readonly string[] =>
  [...readFileSync(page, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));

test.each(pages)('every link in %s has a target', (page) => {
  const links = [...readFileSync(page, 'utf8').matchAll(/\]\(([^)\s]+)\)|src="([^"]+)"/g)].map(
    ([, link, source]) => link ?? source ?? '',
  );
  const broken = links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false;
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? page : join(dirname(page), path);
    if (!existsSync(target)) return true;
    return anchor !== undefined && !anchorsOf(target).includes(anchor);
  });
  expect(broken).toEqual([]);
});

test('the scripts and files named in operations.md exist', () => {
  const text = readFileSync('docs/operations.md', 'utf8');
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly scripts: Record<string, string> };
  const named = (pattern: RegExp): readonly string[] => [...text.matchAll(pattern)].map(([, name = '']) => name);
  const commands = named(/(?:npm run|^ {4}dais) ([a-z][\w:-]*)/gm);
  const files = named(/\b((?:server|deploy|tools|bench)\/[\w./-]*\w)/g);
  expect(commands).toEqual(expect.arrayContaining(['admin', 'backup', 'restore']));
  expect(files.length).toBeGreaterThan(4);
  expect(commands.filter((command) => scripts[command] === undefined)).toEqual([]);
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
});

const pathsIn = (page: string): readonly string[] =>
  [
    ...readFileSync(page, 'utf8').matchAll(
      /`((?:contract|domain|server|web|tests|assurance|bench|tools|deploy)\/[\w./-]*)`/g,
    ),
  ].map(([, path = '']) => path);

test.each([
  ['docs/architecture.md', 80],
  ['docs/security.md', 50],
  ['docs/testing.md', 5],
])('every path named in %s exists', (page, countMin) => {
  const paths = pathsIn(page);
  expect(paths.length).toBeGreaterThan(countMin);
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
});

describe('decision documents', () => {
  const decisions = pages.filter((page) => /^docs\/decisions\/\d{3}-/.test(page));

  test('are all listed in the index', () => {
    const index = readFileSync('docs/decisions/README.md', 'utf8');
    expect(decisions.length).toBeGreaterThan(10);
    expect(decisions.filter((page) => !index.includes(`(${page.slice('docs/decisions/'.length)})`))).toEqual([]);
  });

  test.each(decisions)('are limited to 400 words: %s', (page) => {
    expect(readFileSync(page, 'utf8').split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(400);
  });
});

test('every help link leads to a heading of the guide', () => {
  const sources = globSync('web/**/*.tsx').map((file) => readFileSync(file, 'utf8'));
  const links = sources.flatMap((source) => [
    ...source.matchAll(/<HelpLink\s+chapter="([\w-]+)"\s+heading="([\w-]+)"/g),
  ]);
  expect(links.length).toBeGreaterThan(4);
  const missing = links.filter(([, chapter = '', heading = '']) => {
    const { headings } = renderChapter(chapter, readFileSync(`docs/guide/${chapter}.md`, 'utf8'));
    return !headings.some(({ id }) => id === heading);
  });
  expect(missing.map(([link]) => link)).toEqual([]);
});

test('the guide has at most 6,000 words', () => {
  const words = globSync('docs/guide/*.md').flatMap((page) => readFileSync(page, 'utf8').split(/\s+/).filter(Boolean));
  expect(words.length).toBeLessThanOrEqual(6_000);
});
