import { registerHooks } from 'node:module';

/**
 * TypeScript 7 offers no parser to programs, so dependency-cruiser gets version 6. Import this file before
 * dependency-cruiser.
 */
registerHooks({
  resolve(specifier, context, next) {
    const isTypeScript = specifier === 'typescript' || specifier.startsWith('typescript/');
    if (!isTypeScript || !context.parentURL?.includes('/node_modules/dependency-cruiser/'))
      return next(specifier, context);
    return next(specifier.replace('typescript', 'typescript6'), context);
  },
});
