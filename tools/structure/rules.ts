import type { IRegularForbiddenRuleType } from 'dependency-cruiser';

type Rule = IRegularForbiddenRuleType;

const ownAffairs = '/(routes|jobs|mail|events)';

const npmOf = (...names: readonly string[]) => `^node_modules/(${names.join('|')})/`;
const tests = '\\.test\\.tsx?$';

/**
 * The import rules (architecture.md). Paths are regular expressions over paths from the project's root. Type imports
 * count like any other. `storeys.ts` lists the order of the layers.
 */
export const rules: readonly Rule[] = [
  {
    name: 'contract-imports-zod-and-domain',
    severity: 'error',
    comment: 'The contract is what both sides agree on, so that it rests on nothing that only one of them has.',
    from: { path: '^contract/', pathNot: tests },
    to: { pathNot: ['^contract/', '^domain/', npmOf('zod')] },
  },
  {
    name: 'domain-is-pure',
    severity: 'error',
    comment: 'Rules that both sides run: no I/O, no framework. Of npm only what parses and reckons.',
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
    name: 'assurance-is-a-guest',
    severity: 'error',
    comment: 'What proves the product may import all of it; nothing else knows what proves it.',
    from: { pathNot: '^assurance/' },
    to: { path: '^assurance/' },
  },
  {
    name: 'server-platform-knows-no-feature',
    severity: 'error',
    comment: 'http, db, jobs and integrations carry any noun, and so know none.',
    from: { path: '^server/(http|db|jobs|integrations)/' },
    to: { path: '^server/features/' },
  },
  {
    name: 'integrations-know-only-themselves',
    severity: 'error',
    comment: 'One folder per outside system: it could be lifted out.',
    from: { path: '^server/integrations/([^/]+)/', pathNot: tests },
    to: { path: '^(server|web|contract)/', pathNot: '^server/integrations/$1/' },
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
    comment: 'What runs the product imports the features; no feature imports what runs it.',
    from: { path: '^server/features/', pathNot: tests },
    to: { path: '^server/(app|main|demo|start-server|config)\\.ts$', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'no-other-nouns-affairs',
    severity: 'error',
    comment:
      'Another noun is reached through its queries.ts, commands.ts or a pure module: never its routes, jobs, mail or events.',
    from: { path: '^server/features/([^/]+/[^/]+)/', pathNot: tests },
    to: { path: `^server/features/.+${ownAffairs}\\.ts$`, pathNot: '^server/features/$1/' },
  },
  {
    name: 'commands-see-no-request',
    severity: 'error',
    comment: 'Queries, commands, policies and what they are made of take a scope; only routes know the request.',
    from: { path: '^server/features/.+/(queries|commands|policy|present|mail|jobs)\\.ts$' },
    to: {
      path: ['^server/http/(adapter|implement|request-context|cookies|pages)\\.ts$', npmOf('fastify', '@fastify')],
    },
  },
  {
    name: 'present-imports-no-commands',
    severity: 'error',
    comment: 'What writes an answer from rows is pure: it needs nothing that changes them, not even its types.',
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
    to: { path: ['^web/(api|shell|features)/', '^web/(routes|paths|app|main)\\.tsx?$', npmOf('@tanstack')] },
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
    comment: "A noun's pages are the router's; another noun may use its parts.",
    from: { path: '^web/features/([^/]+/[^/]+)/' },
    to: { path: '^web/features/.+-page\\.tsx$', pathNot: '^web/features/$1/' },
  },
  {
    name: 'web-features-are-assembled-above',
    severity: 'error',
    comment: 'Routes and pages import the features; no feature imports what puts it together.',
    from: { path: '^web/features/', pathNot: tests },
    to: { path: ['^web/pages/', '^web/(app|main|routes|restore-drafts|send-unsent|before-log-out)\\.tsx?$'] },
  },
  {
    name: 'no-cycles',
    severity: 'error',
    comment: 'Two files that need each other are one file, or hide a third. Types alone tie nothing at run time.',
    from: {},
    to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
  },
  {
    name: 'resolvable',
    severity: 'error',
    from: {},
    to: { couldNotResolve: true },
  },
];
