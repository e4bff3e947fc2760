import { join } from 'node:path';
import { NodeCompiler, type NodeTypstDocument } from '@myriaddreamin/typst-ts-node-compiler';
import { houseFonts, otherFonts } from './fonts.ts';

const templates = join(import.meta.dirname, 'templates');

interface Typeset {
  readonly pdf: Buffer;
  readonly pageCount: number;
  /** The reason why the file is not PDF/UA-1, otherwise null. */
  readonly shortcoming: string | null;
  readonly valuesOf: (label: string) => readonly unknown[];
}

export interface Typesetter {
  /** `logo` contains bytes in Base64. Users' texts are passed as data, never as markup. */
  set<D extends object>(template: 'record' | 'book' | 'marks', data: D & { readonly logo?: string | null }): Typeset;
}

/** Compiling blocks the process, so this runs only in processes with limits. */
export function createTypesetter(fontsDir: string | null): Typesetter {
  const fontPaths = [...houseFonts, ...Object.values(otherFonts).flat(), ...(fontsDir === null ? [] : [fontsDir])];
  let opened: NodeCompiler | undefined;
  return {
    set(template, { logo, ...data }) {
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
        // Pages of books and annotations lose their tags anyway when they are copied into another file.
        pdf:
          exported.pdf !== null && template === 'record'
            ? exported.pdf
            : compiler.pdf(result, { pdfTags: template === 'record' }),
        pageCount: result.numOfPages,
        shortcoming: exported.missing === '' ? null : exported.missing,
        valuesOf: (label) => compiler.query(result, { selector: `<${label}>`, field: 'value' }),
      };
    },
  };
}

/** Returns no PDF but the reasons if the file cannot be PDF/UA-1, which requires a glyph for each letter. */
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
 * Typst rejects half a surrogate pair, which a form field of a broken PDF may contain. Thousands of accents on one
 * letter would take gigabytes. A syllable of 256 glyphs, such as joined Devanagari consonants, would end the process:
 * an invisible space divides it.
 */
const settable = (_: string, value: unknown) =>
  typeof value === 'string'
    ? value
        .toWellFormed()
        .replaceAll(/(\p{M}{20})\p{M}+/gu, '$1')
        .replaceAll(/(?:\p{L}?[\p{M}\u200c\u200d]){50}/gu, '$&\u200b')
    : value;

/** In Japan, Han letters have other shapes. */
function facesFor(text: string): readonly string[] {
  const families = Object.keys(otherFonts);
  const isJapanese = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text);
  return isJapanese ? ['Noto Sans Japanese', ...families] : families;
}
