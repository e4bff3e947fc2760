import { join } from 'node:path';
import { NodeCompiler, type NodeTypstDocument } from '@myriaddreamin/typst-ts-node-compiler';
import { houseFonts, otherFonts } from './fonts.ts';

const templates = join(import.meta.dirname, 'templates');

interface Typeset {
  readonly pdf: Buffer;
  readonly pageCount: number;
  /** Why the file is not PDF/UA-1; otherwise null. */
  readonly shortcoming: string | null;
  /** Values to which the template attached the label. */
  readonly valuesOf: (label: string) => readonly unknown[];
}

export interface Typesetter {
  /** `logo` contains bytes in Base64. User text is data and never read as markup. */
  set<D extends object>(template: 'record' | 'book' | 'marks', data: D & { readonly logo?: string | null }): Typeset;
}

/** Blocks the process while it compiles, so it runs in processes with limits only. */
export function createTypesetter(fontsDir: string | null): Typesetter {
  const fontPaths = [...houseFonts, ...Object.values(otherFonts).flat(), ...(fontsDir === null ? [] : [fontsDir])];
  let opened: NodeCompiler | undefined;
  return {
    set(template, { logo, ...data }) {
      opened ??= NodeCompiler.create({ workspace: templates, fontArgs: [{ fontPaths }] });
      const compiler = opened;
      const put = (name: string, bytes: Buffer): void => compiler.mapShadow(join(templates, name), bytes);
      const json = JSON.stringify({ ...data, has_logo: typeof logo === 'string' });
      put('data.json', Buffer.from(json));
      put('faces.json', Buffer.from(JSON.stringify(facesFor(json))));
      put('logo', Buffer.from(logo ?? '', 'base64'));
      const compiled = compiler.compile({ mainFilePath: join(templates, `${template}.typ`) });
      const { result } = compiled;
      if (result === null) throw new Error(JSON.stringify(compiled.takeDiagnostics()?.shortDiagnostics));
      return {
        ...(template === 'record' ? accessible(compiler, result) : plain(compiler, result)),
        pageCount: result.numOfPages,
        valuesOf: (label) => compiler.query(result, { selector: `<${label}>`, field: 'value' }),
      };
    },
  };
}

/** The pages of books and marks lose their tags when they are copied into another file. */
const plain = (compiler: NodeCompiler, result: NodeTypstDocument) => ({
  pdf: compiler.pdf(result, { pdfTags: false }),
  shortcoming: null,
});

/** PDF/UA-1 requires a glyph for each letter. Without one, the file is tagged all the same. */
function accessible(compiler: NodeCompiler, result: NodeTypstDocument): Pick<Typeset, 'pdf' | 'shortcoming'> {
  try {
    return { pdf: compiler.pdf(result, { pdfStandard: 'ua-1' }), shortcoming: null };
  } catch (error) {
    const reasons = String(error).match(/(?<=message: ")(?:[^"\\]|\\.)*/g);
    return { pdf: compiler.pdf(result), shortcoming: (reasons ?? [String(error)]).slice(0, reasonsMax).join('; ') };
  }
}

const reasonsMax = 3;

/** Han letters have other shapes in Japan. */
function facesFor(text: string): readonly string[] {
  const families = Object.keys(otherFonts);
  const isJapanese = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text);
  return isJapanese ? ['Noto Sans Japanese', ...families] : families;
}
