import { createRequire } from 'node:module';
import { join } from 'node:path';

const packages = join(createRequire(import.meta.url).resolve('@embedpdf/fonts-latin'), '../../../..');
const google = (name: string, styles: readonly string[]): readonly string[] => {
  const folder = name.replaceAll(/(?<=[a-z])(?=[A-Z\d])/g, '-').toLowerCase();
  return styles.map((style) => join(packages, '@expo-google-fonts', folder, style, `${name}_${style}.ttf`));
};
const embed = (script: string, name: string, styles: readonly string[]): readonly string[] =>
  styles.map((style) => join(packages, '@embedpdf', `fonts-${script}`, 'fonts', `${name}-${style}`));

const text = ['400Regular', '400Regular_Italic', '600SemiBold', '600SemiBold_Italic'];
const both = ['400Regular', '700Bold'];
const scripts = [
  'Armenian',
  'Bengali',
  'Devanagari',
  'Ethiopic',
  'Georgian',
  'Gujarati',
  'Gurmukhi',
  'Kannada',
  'Khmer',
  'Lao',
  'Malayalam',
  'Myanmar',
  'Sinhala',
  'Tamil',
  'Telugu',
  'Thai',
];

export const interFont = google('Inter', ['400Regular'])[0] as string;

export const houseFonts = [...google('SourceSerif4', text), ...google('Inter', ['500Medium', ...text])];

/** Fallback fonts, in the order in which they are tried for letters that our own fonts lack. */
export const otherFonts: Readonly<Record<string, readonly string[]>> = {
  'Noto Sans': embed(
    'latin',
    'NotoSans',
    ['Regular', 'Italic', 'SemiBold', 'SemiBoldItalic'].map((style) => `${style}.ttf`),
  ),
  'Noto Naskh Arabic': embed('arabic', 'NotoNaskhArabic', ['Regular.ttf', 'Bold.ttf']),
  'Noto Sans Hebrew': embed('hebrew', 'NotoSansHebrew', ['Regular.ttf', 'Bold.ttf']),
  'Noto Sans S Chinese': embed('sc', 'NotoSansHans', ['Regular.otf', 'Bold.otf']),
  'Noto Sans Japanese': embed('jp', 'NotoSansJP', ['Regular.otf', 'Bold.otf']),
  'Noto Sans Korean': embed('kr', 'NotoSansKR', ['Regular.otf', 'Bold.otf']),
  ...Object.fromEntries(scripts.map((script) => [`Noto Sans ${script}`, google(`NotoSans${script}`, both)])),
  'Noto Sans Symbols': google('NotoSansSymbols', ['400Regular']),
  'Noto Sans Symbols 2': google('NotoSansSymbols2', ['400Regular']),
  'Noto Sans Math': google('NotoSansMath', ['400Regular']),
  'Noto Emoji': google('NotoEmoji', ['400Regular']),
};
