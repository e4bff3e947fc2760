import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** What the bundler tells of one module. */
interface Module {
  readonly importedIds: readonly string[];
  readonly dynamicallyImportedIds: readonly string[];
  readonly code: string | null;
}

export interface Graph {
  getModuleInfo(id: string): Module | null;
}

/** One built file, and the modules that it is made for: paths from web/. */
interface BuiltFile {
  readonly name: string;
  readonly for: RegExp;
  /** Of forms: what pages with forms have in common is not loaded with it. */
  readonly alone?: boolean;
}

/** Which files are built. */
export interface Plan {
  readonly shared: readonly BuiltFile[];
  readonly ofForms: readonly BuiltFile[];
  readonly pages: readonly BuiltFile[];
}

/**
 * What several pages share. A module is in the first file of this list whose modules need it, so that a file imports
 * earlier ones only.
 */
const shared: readonly BuiltFile[] = [
  {
    name: 'frame',
    for: /^((main|ui\/layout|ui\/actions\/text-link)\.tsx|.*\/react-aria-components\/.*\/Group\.m?js)$/,
  },
  { name: 'dashboard', for: /^features\/views\/dashboard\/dashboard-page\.tsx$/ },
  // And what menus share with inputs: neither loads the other.
  {
    name: 'overlays',
    for: /^(shell\/(frame-overlays|shell-overlays)\.tsx|.*\/domain\/paths\.ts|.*\/react-aria(-components)?\/.*\/(virtualFocus|useEvent|Autocomplete)\.m?js)$/,
  },
  // What the login has, and others too: it takes none of the files below but two of those of forms.
  {
    name: 'inputs',
    for: /^(ui\/fields\/(text-field|checkbox)\.tsx|ui\/feedback\/error-text\.tsx|.*\/domain\/messages\/sign-in\.ts|.*\/icons\/eye-off\.m?js)$/,
  },
  // What menus share with fields and lists that a page shows at once.
  {
    name: 'selection',
    for: /\/(useListState|useDescription|SelectionIndicator|SharedElementTransition|Autocomplete)\.m?js$/,
  },
  { name: 'menus', for: /^ui\/overlays\/menu-panel\.tsx$/ },
  { name: 'documents', for: /^features\/papers\/(reading\/document-overlay|documents\/uploads\/upload-center)\.tsx?$/ },
  { name: 'fields', for: /^ui\/fields\/(text-area|search-field|radio-group)\.tsx$/ },
];

/** The same for pages with forms: of what a page without one needs they take nothing. */
const ofForms: readonly BuiltFile[] = [
  { name: 'forms', for: /^(api\/use-checked-form\.ts|ui\/fields\/(form|password)-field\.tsx)$/, alone: true },
  {
    name: 'schemas',
    for: /^(.*\/node_modules\/zod\/.*|.*\/contract\/(endpoint|start|account)\.ts|api\/use-contract-form\.ts|ui\/overlays\/form-dialog\.tsx)$/,
  },
  {
    name: 'signing-in',
    for: /^(api\/passkeys\.ts|shell\/passkey-offer\.ts|features\/access\/(session\/sign-in-errors\.ts|providers\/sign-in-providers\.tsx)|.*\/icons\/key-round\.m?js)$/,
  },
  {
    name: 'editing',
    for: /^(ui\/fields\/(select|combo-box|token-field|switch)|ui\/rows\/(reorderable-list|data-table)|features\/papers\/documents\/(deleted-documents-dialog|editing\/(edited-documents|document-dialog|link-dialog)))\.tsx$/,
  },
  { name: 'dates', for: /^ui\/fields\/date-field\.tsx$/ },
  { name: 'sign-in-steps', for: /^(ui\/fields\/code-input|features\/access\/session\/switch-board-menu)\.tsx$/ },
];

/** What is loaded for itself: pages by family, and what opens over them. What two of these need is in `common`. */
const pages: readonly BuiltFile[] = [
  { name: 'meeting', for: /^pages\/meeting\.tsx$/ },
  { name: 'meeting-lists', for: /^features\/homes\/meetings\/list\// },
  { name: 'meeting-editing', for: /^features\/homes\/meetings\/(form|attendance)\// },
  { name: 'library', for: /^features\/homes\/library\// },
  { name: 'announcements', for: /^features\/homes\/announcements\/announcements-page\.tsx$/ },
  { name: 'announcement-editing', for: /^features\/homes\/announcements\// },
  { name: 'viewer', for: /^(viewer\/(document-viewer|image)|features\/papers\/annotations\/)/ },
  { name: 'pdf', for: /^viewer\/pdf\// },
  { name: 'person', for: /^features\/members\/people\/person-overlay\.tsx$/ },
  { name: 'people', for: /^features\/members\/people\/people-page\.tsx$/ },
  {
    name: 'people-editing',
    for: /^features\/(members\/profile\/profile-page|access\/invitations\/(?!invitation-page))/,
  },
  { name: 'deciding', for: /^(pages\/room\.tsx|features\/deciding\/)/ },
  {
    name: 'administration',
    for: /^(pages\/(setup|site-mail)|features\/(members\/(groups|profile\/fields)|views\/reports|core\/mail\/delivery-page|views\/site))/,
  },
  { name: 'first-start', for: /^features\/access\/first-start\// },
  { name: 'account', for: /^(pages\/account|features\/access\/two-factor\/settings-page)/ },
  {
    name: 'sign-in',
    for: /^(features\/(access|core\/terms|core\/mail\/unsubscribe|views\/dashboard\/no-board))/,
  },
  { name: 'shared-links', for: /^features\/views\/magic\// },
  { name: 'search', for: /^(features\/views\/search\/|shell\/(command-menu|search-suggestions))/ },
  {
    name: 'dialogs',
    for: /^features\/(core\/secret-addresses|views\/(board-book|calendar)|homes\/meetings\/calendar|papers\/polls)\//,
  },
  { name: 'uploads', for: /tus-js-client/ },
];

/**
 * Packages whose one index names everything that they hold. Followed as it stands, it would count every component and
 * every icon as needed at once; so of these only what the importing module names is followed.
 */
const indexOf: Readonly<Record<string, RegExp>> = {
  'react-aria-components': /[\\/]react-aria-components[\\/]dist[\\/]exports[\\/]index\.m?js$/,
  'lucide-react': /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]lucide-react\.m?js$/,
};

/** Of fields for numbers, which no page has, though an index that everything reads names it. */
const numberFields = /[\\/]@internationalized[\\/]number[\\/].*[\\/]NumberParser\.m?js$/;

const web = fileURLToPath(new URL('../web/', import.meta.url)).replaceAll('\\', '/');
/**
 * What several pages need, and no file above. What needs the files of forms itself is beside the last of them; what only pages with
 * forms need, beside the first.
 */
const common = 'common';
const commonBeside = (file: string): string => `${common}-${file}`;

interface Group {
  readonly name: (id: string, graph: Graph) => string | null;
  readonly priority: number;
}

const planned: Plan = { shared, ofForms, pages };

/**
 * The bundler's groups, one for each file. A group takes along what its modules import, so that files which are imported
 * come first. The plugin begins anew with each build.
 */
export function builtFiles(plan: Plan = planned): { readonly groups: Group[]; readonly plugin: Plugin } {
  let cut: ReadonlyMap<string, string> | null = null;
  const fileOf = (id: string, graph: Graph): string | null => {
    cut ??= cutModules(graph, plan);
    return cut.get(id) ?? null;
  };
  const names = [...plan.shared.map(nameOf), common, ...plan.ofForms.flatMap(({ name }) => [name, commonBeside(name)])];
  const first = names.map((name, at) => ({
    name: (id: string, graph: Graph) => (fileOf(id, graph) === name ? name : null),
    priority: names.length - at,
  }));
  return {
    groups: [...first, { name: fileOf, priority: 0 }],
    plugin: {
      name: 'built-files',
      apply: 'build',
      buildStart() {
        cut = null;
      },
    },
  };
}

/** The file of each module. Throws for a planned file that no module is in: what it names was moved. */
export function cutModules(graph: Graph, plan: Plan): ReadonlyMap<string, string> {
  const { all, roots } = modulesFrom(`${web}main.tsx`, graph);
  refuseUnmatched([...plan.shared, ...plan.ofForms], all);
  refuseUnmatched(plan.pages, roots);
  const files = new Map<string, string>();
  const put = (file: BuiltFile, exceptions: ReadonlySet<string>): void => {
    for (const start of all) {
      if (!file.for.test(pathOf(start))) continue;
      for (const id of neededBy(start, graph)) if (!files.has(id) && !exceptions.has(id)) files.set(id, file.name);
    }
  };
  for (const file of plan.shared) put(file, new Set());
  const closures = new Map([...roots].map((root) => [root, neededBy(root, graph)]));
  const withoutForms = new Set([...closures.values()].flatMap((needed) => (hasForms(needed, plan) ? [] : [...needed])));
  for (const file of plan.ofForms) put(file, withoutForms);
  const users = new Map<string, Set<string>>();
  for (const [root, needed] of closures) {
    for (const id of needed) if (!files.has(id)) users.set(id, (users.get(id) ?? new Set()).add(pageOf(root, plan)));
  }
  const commonOf = (id: string): string => {
    const names = new Set([...neededBy(id, graph)].map((needed) => files.get(needed)));
    const shareable = plan.ofForms.filter(({ alone }) => alone !== true);
    const last = shareable.findLast(({ name }) => names.has(name));
    const [first] = shareable;
    const beside = last ?? (withoutForms.has(id) ? undefined : first);
    return beside === undefined ? common : commonBeside(beside.name);
  };
  const rest = [...users].map(([id, names]) => [id, names.size > 1 ? commonOf(id) : [...names].join()] as const);
  return new Map([...files, ...rest]);
}

const nameOf = ({ name }: BuiltFile): string => name;

function refuseUnmatched(files: readonly BuiltFile[], modules: ReadonlySet<string>): void {
  const paths = [...modules].map(pathOf);
  const unmatched = files.find((file) => !paths.some((path) => file.for.test(path)));
  if (unmatched) throw new Error(`No module is for the built file ${unmatched.name}: ${unmatched.for}`);
}

const hasForms = (needed: ReadonlySet<string>, { ofForms }: Plan): boolean =>
  [...needed].some((id) => ofForms.some(({ for: pattern }) => pattern.test(pathOf(id))));

/** A page that no pattern names has a file of its own. */
function pageOf(root: string, { pages }: Plan): string {
  const path = pathOf(root);
  return pages.find((page) => page.for.test(path))?.name ?? (path.split('/').at(-1) ?? path).replace(/\.\w+$/, '');
}

/** Below web/, with slashes. */
function pathOf(id: string): string {
  const path = id.replaceAll('\\', '/');
  return path.startsWith(web) ? path.slice(web.length) : path;
}

/** Every module of the pages, and those that are loaded for themselves. */
function modulesFrom(
  entry: string,
  graph: Graph,
): { readonly all: ReadonlySet<string>; readonly roots: ReadonlySet<string> } {
  const all = new Set<string>();
  const roots = new Set<string>();
  const waiting = [entry];
  for (let root = waiting.pop(); root !== undefined; root = waiting.pop()) {
    for (const id of neededBy(root, graph)) {
      all.add(id);
      for (const later of graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []) {
        if (roots.has(later)) continue;
        roots.add(later);
        waiting.push(later);
      }
    }
  }
  return { all, roots };
}

/** What a module imports, and what that imports, without what is loaded later. */
function neededBy(start: string, graph: Graph): ReadonlySet<string> {
  const found = new Set<string>();
  const waiting = [start];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id) || numberFields.test(id)) continue;
    found.add(id);
    waiting.push(...importsOf(id, graph));
  }
  return found;
}

function importsOf(id: string, graph: Graph): readonly string[] {
  const module = graph.getModuleInfo(id);
  return (module?.importedIds ?? []).flatMap((imported) => {
    const [name] = Object.entries(indexOf).find(([, pattern]) => pattern.test(imported)) ?? [];
    return name === undefined ? [imported] : namedOf(imported, namesFrom(name, module?.code ?? ''), graph);
  });
}

/** What a module imports by name from a package. */
function namesFrom(name: string, code: string): readonly string[] {
  const imports = code.matchAll(/import\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g);
  return [...imports].flatMap(([, names = '', source]) =>
    source === name ? names.split(',').map((each) => each.trim().split(/\s+as\s+/)[0] ?? '') : [],
  );
}

/** The modules behind some names of an index: `export { A } from './a'`, or `import` and `export` apart. */
function namedOf(index: string, names: readonly string[], graph: Graph): readonly string[] {
  const module = graph.getModuleInfo(index);
  const sources = sourcesIn(module?.code ?? '');
  const files = names.flatMap((name) => sources.get(name) ?? []).map((source) => source.replace(/^\.+\//, ''));
  return (module?.importedIds ?? []).filter((id) =>
    files.some((file) => id.replaceAll('\\', '/').endsWith(`/${file}`)),
  );
}

const sourcesByCode = new Map<string, ReadonlyMap<string, string>>();

function sourcesIn(code: string): ReadonlyMap<string, string> {
  const known = sourcesByCode.get(code);
  if (known) return known;
  const sources = new Map<string, string>();
  const locals = new Map<string, string>();
  for (const [, kind, names = '', source] of code.matchAll(
    /\b(import|export)\s*\{([^}]*)\}(?:\s*from\s*["']([^"']+)["'])?/g,
  )) {
    for (const each of names.split(',')) {
      const [outer = '', inner = outer] = each.trim().split(/\s+as\s+/);
      if (kind === 'import' && source !== undefined) locals.set(inner, source);
      else if (source !== undefined) sources.set(inner, source);
      else if (locals.has(outer)) sources.set(inner, locals.get(outer) ?? '');
    }
  }
  sourcesByCode.set(code, sources);
  return sources;
}
