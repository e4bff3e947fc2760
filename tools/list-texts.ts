import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import ts from 'typescript6';

/** Prints the texts that users can see, with file and line. Run with `node tools/list-texts.ts [PATH…]`. */
const { positionals } = parseArgs({ allowPositionals: true });
const folders = positionals.length > 0 ? positionals : ['domain', 'contract', 'server', 'web'];
const files = globSync(
  folders.map((path) => (/\.\w+$/.test(path) ? path : `${path}/**/*.{ts,tsx,json}`)),
  { exclude: (name) => /\.test\.tsx?$|generated\.ts$/.test(name) },
).sort();

const looksLikeText = (text: string): boolean =>
  (/\p{L}{2}.* /su.test(text) || /^[“"(]?\p{Lu}[\p{Ll}’-]+[:…?!.]?$/u.test(text.trim())) &&
  !/^(?:(?:[a-z]+\.)?[a-z_]+ (?:=|is not null|asc|desc)|select |insert |update |delete |with |alter |create |GET|POST|PATCH|PUT|DELETE)/.test(
    text,
  );

const holes = (node: ts.TemplateExpression): string =>
  node.head.text + node.templateSpans.map(({ literal }) => `{…}${literal.text}`).join('');

function textOf(node: ts.Node): string | null {
  if (ts.isJsxText(node)) return node.text.replaceAll(/\s+/g, ' ').trim();
  const { parent } = node;
  if (ts.isStringLiteral(node) && (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent))) return null;
  if (ts.isStringLiteral(node) && ts.isLiteralTypeNode(parent)) return null;
  const isTagged = parent !== undefined && ts.isTaggedTemplateExpression(parent);
  if (ts.isStringLiteral(node) || (ts.isNoSubstitutionTemplateLiteral(node) && !isTagged)) return node.text;
  return ts.isTemplateExpression(node) && !isTagged ? holes(node) : null;
}

for (const file of files) {
  const source = ts.createSourceFile(file, await readFile(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const visit = (node: ts.Node): void => {
    const text = textOf(node);
    if (text !== null && looksLikeText(text)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      console.info(`${file}:${line + 1}\t${text.replaceAll('\n', ' ⏎ ')}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
}
