import type { Plugin } from 'vite';

/** The strings of React Aria's own parts, one file per language: `…/intl/menu/fr-FR.mjs`. */
const otherLanguage =
  /[\\/]node_modules[\\/]react-(aria|stately|aria-components)[\\/].*[\\/]([a-z]{2}-[A-Z]{2})\.m?js$/;

/**
 * The product speaks English, so that of React Aria's thirty-odd languages only that one is built in; every other
 * stands for it. Saves about 10 KB of script, brotli, on the first screen, and more where there are calendars.
 */
export function englishOnly(): Plugin {
  return {
    name: 'english-only',
    enforce: 'pre',
    apply: 'build',
    load(id) {
      const language = otherLanguage.exec(id.split('?')[0] ?? '')?.[2];
      if (language === undefined || language === 'en-US') return null;
      return `export { default } from './en-US.mjs';`;
    },
  };
}
