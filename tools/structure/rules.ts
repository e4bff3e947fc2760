import type { IRegularForbiddenRuleType } from 'dependency-cruiser';

type Rule = IRegularForbiddenRuleType;

const privateFiles = '/(routes|jobs|mail|events)';

const npmOf = (...names: readonly string[]) => `^node_modules/(${names.join('|')})/`;
const tests = '\\.test\\.tsx?$';

export const rules: readonly Rule[] = [
  {
    name: 'contract-imports-zod-and-domain',
    severity: 'error',
    comment: 'Browser and server share the contract, so it imports nothing that only one of them has.',
    from: { path: '^contract/', pathNot: tests },
    to: { pathNot: ['^contract/', '^domain/', npmOf('zod')] },
  },
  {
    name: 'domain-is-pure',
    severity: 'error',
    comment: 'Both sides run these rules: no I/O, no framework. Only packages that parse or calculate.',
    from: { path: '^domain/', pathNot: tests },
    to: { pathNot: ['^domain/', npmOf('saxes', '@internationalized/date', 'ipaddr.js', '@vvo/tzdb')] },
  },
  {
    name: 'server-imports-no-web',
    severity: 'error',
    from: { path: '^server/' },
    to: { path: '^(web|bench)/' },
  },
  {
    name: 'nothing-imports-tests',
    severity: 'error',
    from: { path: '^(contract|domain|server|web)/', pathNot: tests },
    to: { path: '^tests/' },
  },
  {
    name: 'nothing-imports-assurance',
    severity: 'error',
    comment: 'The proof may import the whole product, but nothing else may import the proof.',
    from: { pathNot: '^assurance/' },
    to: { path: '^assurance/' },
  },
  {
    name: 'server-platform-knows-no-feature',
    severity: 'error',
    comment: 'http, db, jobs and integrations serve every module, so they know none.',
    from: { path: '^server/(http|db|jobs|integrations)/' },
    to: { path: '^server/features/' },
  },
  {
    name: 'integrations-know-only-themselves',
    severity: 'error',
    comment:
      'One folder per outside system, which could be a package of its own. file-system.ts only shortens node:fs.',
    from: { path: '^server/integrations/([^/]+)/', pathNot: tests },
    to: { path: '^(server|web|contract)/', pathNot: ['^server/integrations/$1/', '^server/file-system\\.ts$'] },
  },
  {
    name: 'file-system-imports-only-node',
    severity: 'error',
    comment: 'The integrations import file-system.ts, so it must not give them anything of the product.',
    from: { path: '^server/file-system\\.ts$' },
    to: { path: '^(server|web|contract|domain|node_modules)/' },
  },
  {
    name: 'db-and-jobs-know-no-http',
    severity: 'error',
    comment: 'Queries, commands and jobs never see a request.',
    from: { path: '^server/(db|jobs)/' },
    to: { path: ['^server/http/', npmOf('fastify', '@fastify')] },
  },
  {
    name: 'features-are-assembled-above',
    severity: 'error',
    comment: 'The files that run the product import the features, never the other way round.',
    from: { path: '^server/features/', pathNot: tests },
    to: { path: '^server/(app|main|demo|start-server|config)\\.ts$', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'private-files-of-modules',
    severity: 'error',
    comment: 'Another module may use queries, commands and pure files, but no routes, jobs, mail or events.',
    from: { path: '^server/features/([^/]+/[^/]+)/', pathNot: tests },
    to: { path: `^server/features/.+${privateFiles}\\.ts$`, pathNot: '^server/features/$1/' },
  },
  {
    name: 'commands-see-no-request',
    severity: 'error',
    comment: 'Queries, commands and policies take a scope; only routes know the request.',
    from: { path: '^server/features/.+/(queries|commands|policy|present|mail|jobs)\\.ts$' },
    to: {
      path: ['^server/http/(adapter|implement|request-context|cookies|pages)\\.ts$', npmOf('fastify', '@fastify')],
    },
  },
  {
    name: 'present-imports-no-commands',
    severity: 'error',
    comment: 'A file that turns rows into a response is pure, so it needs no commands, not even their types.',
    from: { path: '^server/features/.+/present\\.ts$' },
    to: { path: '^server/features/.+/commands\\.ts$' },
  },
  {
    name: 'web-imports-contract-and-domain',
    severity: 'error',
    from: { path: '^web/', pathNot: tests },
    to: { path: '^(server|tools|bench|tests|assurance)/' },
  },
  {
    name: 'kit-imports-nothing-above',
    severity: 'error',
    comment: 'The component kit could ship in another product.',
    from: { path: '^web/ui/' },
    to: { path: '^(web|contract)/', pathNot: '^web/ui/' },
  },
  {
    name: 'viewer-fetches-nothing',
    severity: 'error',
    comment: 'The viewer gets documents and callbacks.',
    from: { path: '^web/viewer/', pathNot: tests },
    to: { path: ['^web/(api|shell|features)/', '^web/(routes|paths|main)\\.tsx?$', npmOf('@tanstack')] },
  },
  {
    name: 'web-below-knows-no-feature',
    severity: 'error',
    from: { path: '^web/(api|shell)/' },
    to: { path: '^web/features/' },
  },
  {
    name: 'web-features-keep-their-pages',
    severity: 'error',
    comment: 'Only the router imports the pages of a module; other modules may use its parts.',
    from: { path: '^web/features/([^/]+/[^/]+)/' },
    to: { path: '^web/features/.+-page\\.tsx$', pathNot: '^web/features/$1/' },
  },
  {
    name: 'web-features-are-assembled-above',
    severity: 'error',
    comment: 'Routes and pages import the features, never the other way round.',
    from: { path: '^web/features/', pathNot: tests },
    to: { path: ['^web/pages/', '^web/(main|routes|send-unsent|before-log-out)\\.tsx?$'] },
  },
  {
    name: 'no-cycles',
    severity: 'error',
    comment: 'Two files that import each other are one file, or hide a third. Type imports count.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'resolvable',
    severity: 'error',
    from: {},
    to: { couldNotResolve: true },
  },
];
