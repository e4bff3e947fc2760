import { join } from 'node:path';
import { NodeCompiler, type NodeTypstDocument } from '@myriaddreamin/typst-ts-node-compiler';
import { houseFonts, otherFonts } from './fonts.ts';

const templates = join(import.meta.dirname, 'templates');

type Template = 'record' | 'book' | 'marks';

export type Typesetter = ReturnType<typeof createTypesetter>;

/** Compiling a document blocks the event loop, so use this only in a separate process. */
export function createTypesetter(fontsDir: string | null) {
  const fontPaths = [...houseFonts, ...Object.values(otherFonts).flat(), ...(fontsDir === null ? [] : [fontsDir])];
  let opened: NodeCompiler | undefined;
  return {
    /** `logo` is Base64. Users' texts are passed as data, never as markup. */
    set<D extends object>(template: Template, { logo, ...data }: D & { readonly logo?: string | null }) {
      opened ??= NodeCompiler.create({ workspace: templates, fontArgs: [{ fontPaths }] });
      const compiler = opened;
      const put = (name: string, bytes: Buffer): void => compiler.mapShadow(join(templates, name), bytes);
      put('logo', Buffer.from(logo ?? '', 'base64'));
      const compile = (json: string): NodeTypstDocument => {
        put('data.json', Buffer.from(json));
        put('faces.json', Buffer.from(JSON.stringify(facesFor(json))));
        const compiled = compiler.compile({ mainFilePath: join(templates, `${template}.typ`) });
        if (compiled.result !== null) return compiled.result;
        throw new Error(JSON.stringify(compiled.takeDiagnostics()?.shortDiagnostics));
      };
      const json = JSON.stringify({ ...data, has_logo: typeof logo === 'string' }, settable);
      let result = compile(json);
      let exported = accessible(compiler, result);
      const emoji = new Set(exported.missing.match(/\p{Extended_Pictographic}/gu));
      if (emoji.size > 0) {
        result = compile([...json].filter((letter) => !emoji.has(letter)).join(''));
        exported = accessible(compiler, result);
      }
      return {
        // Only records get tags, because pages of the other templates lose them when they are copied into other files.
        pdf:
          exported.pdf !== null && template === 'record'
            ? exported.pdf
            : compiler.pdf(result, { pdfTags: template === 'record' }),
        pageCount: result.numOfPages,
        /** Why the file does not conform to PDF/UA-1, or null if it does. */
        shortcoming: exported.missing === '' ? null : exported.missing,
        valuesOf: (label: string): readonly unknown[] =>
          compiler.query(result, { selector: `<${label}>`, field: 'value' }),
      };
    },
  };
}

/** Returns the reasons instead of a PDF if the file cannot conform to PDF/UA-1. */
function accessible(compiler: NodeCompiler, result: NodeTypstDocument): { pdf: Buffer | null; missing: string } {
  try {
    return { pdf: compiler.pdf(result, { pdfStandard: 'ua-1' }), missing: '' };
  } catch (error) {
    const reasons = String(error).match(/(?<=message: ")(?:[^"\\]|\\.)*/g) ?? [String(error)];
    const unescaped = (text: string) =>
      text.replaceAll(/\\+u\{([0-9a-f]+)\}/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));
    return { pdf: null, missing: unescaped(reasons.join('; ')) };
  }
}

/**
 * Typst rejects lone surrogates. Too many accents on one letter would take gigabytes, and a syllable of 256 glyphs
 * would end the process.
 */
const settable = (_: string, value: unknown) =>
  typeof value === 'string'
    ? value
        .toWellFormed()
        .replaceAll(/(\p{M}{20})\p{M}+/gu, '$1')
        .replaceAll(/(?:\p{L}?[\p{M}\u200c\u200d]){50}/gu, '$&\u200b')
    : value;

/** Japanese fonts draw some Han characters differently, so they are tried first for Japanese text. */
function facesFor(text: string): readonly string[] {
  const families = Object.keys(otherFonts);
  const isJapanese = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text);
  return isJapanese ? ['Noto Sans Japanese', ...families] : families;
}
