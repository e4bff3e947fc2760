import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Words that names and comments must not use, with replacements. */
const givenUp: ReadonlyMap<string, string> = new Map([
  ['sight', 'visibility'],
  ['sights', 'visibility'],
  ['spot', 'place'],
  ['storey', 'layer'],
  ['storeys', 'layers'],
  ['said', 'reply, text'],
  ['told', 'published, informed'],
  ['untold', 'unknown'],
  ['whence', 'source'],
]);

const rules: readonly { readonly in: 'comment' | 'code' | 'title'; readonly not: RegExp; readonly because: string }[] =
  [
    {
      in: 'comment',
      not: /^(?:Of|Null|Who|Whoever|What|As|By|Where|That|Nor|Once:)\b/,
      because: 'begins a comment with a fragment',
    },
    { in: 'title', not: /§|\b[A-Z]-\d+\b|\b[A-Z]\d+\.\d+/, because: 'has a key of a document in a test title' },
    { in: 'code', not: /\.\.\.\{/, because: 'spreads an object literal' },
  ];
const widthMax = 120;

const startOfComment = /^\s*(?:\/\/|\/\*\*?|\*|--)(?!\/)\s?/;
const commentAtEnd = /\s\/\/ (.*)$/;
const directive = /biome-ignore|@ts-/;
const title = /(?:\b(?:test|it|describe)(?:\.\w+)*|[\])])\(\s*(['"`])(.*?)\1/;
const product = /^(?:contract|domain|server|web)\/(?!.*\.test\.tsx?$)/;
const identifier = /(?<![.'"`\w-])[A-Za-z_$][\w$]*/g;

export async function unplainLines(root: string, files: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const file of [...files, ...globSync('server/db/migrations/*.sql', { cwd: root })]) {
    const lines = (await readFile(join(root, file), 'utf8')).split('\n');
    lines.forEach((line, index) => {
      for (const fault of faultsOf(line, product.test(file)))
        found.push(`plain-english: ${file}:${index + 1} ${fault}`);
    });
  }
  return found;
}

function faultsOf(line: string, isProduct: boolean): readonly string[] {
  const start = startOfComment.exec(line)?.[0];
  const end = start === undefined ? commentAtEnd.exec(line) : null;
  const comment = start === undefined ? (end?.[1] ?? '') : line.slice(start.length);
  const written = start === undefined ? line.slice(0, end?.index) : '';
  const code = written.replaceAll(/'[^']*'|"[^"]*"|`[^`]*`|>[^<>{}]*</g, '');
  const texts = { comment, code, title: title.exec(written)?.[2] ?? '' };
  const isTooWide = start !== undefined && line.length > widthMax && !directive.test(line);
  return [
    ...rules
      .filter((rule) => (rule.in !== 'code' || isProduct) && rule.not.test(texts[rule.in]))
      .map(({ because }) => because),
    ...(isTooWide ? [`has a comment wider than ${widthMax}`] : []),
    ...[...wordsOf(comment, code)]
      .filter((word) => givenUp.has(word))
      .map((word) => `says "${word}"; say ${givenUp.get(word)}`),
  ];
}

function wordsOf(comment: string, code: string): ReadonlySet<string> {
  const names = (code.match(identifier) ?? []).join(' ').replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2');
  return new Set(`${comment} ${names}`.toLowerCase().match(/[a-z]+/g) ?? []);
}
