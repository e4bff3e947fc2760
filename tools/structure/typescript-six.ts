import { registerHooks } from 'node:module';

/**
 * dependency-cruiser parses TypeScript with TypeScript's own parser, which version 7 does not offer to programs. It
 * therefore gets version 6, which is installed beside it as `typescript6`. Import this file before dependency-cruiser.
 */
registerHooks({
  resolve(specifier, context, next) {
    const isTypeScript = specifier === 'typescript' || specifier.startsWith('typescript/');
    if (!isTypeScript || !context.parentURL?.includes('/node_modules/dependency-cruiser/'))
      return next(specifier, context);
    return next(specifier.replace('typescript', 'typescript6'), context);
  },
});
