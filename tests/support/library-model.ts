import { folderDepthMax } from '#domain/folders.ts';

/**
 * The library in plain lists: categories, folders nested up to 8 deep, links; whom each is
 * for, what is hidden and deleted, and what each of the people sees. It knows nothing of tables.
 */
export const actors = ['admin', 'group admin', 'colleague', 'plain'] as const;
export type Actor = (typeof actors)[number];
/** `own`: of the group whose admin acts here; `other`: of a group that none of these people belongs to. */
export const audiences = ['board', 'own', 'other'] as const;
export type Audience = (typeof audiences)[number];

export type Expected = 'success' | 'declined' | 403 | 404 | 422;
export type Kind = 'category' | 'folder' | 'document';

export interface Entry {
  readonly kind: Kind;
  /** Unique; what tests and pages call it is this name until it is renamed. */
  readonly key: string;
  name: string;
  /** Key of what it stands in; null: a category. */
  place: string | null;
  /** Of a category, or of a top folder that narrows it. */
  audience: Audience | null;
  hidden: boolean;
  deleted: boolean;
  /** Where it stands among the others follows from nothing any more: it was once away. */
  isPlaceless: boolean;
}

/** In the order in which they stand. */
export type Library = readonly Entry[];

export type Act =
  | { readonly kind: 'create category'; readonly audience: Audience }
  | { readonly kind: 'create folder'; readonly place: string }
  | { readonly kind: 'rename'; readonly key: string }
  | { readonly kind: 'hide' | 'show' | 'delete' | 'restore'; readonly keys: readonly string[] }
  | { readonly kind: 'hide category' | 'show category' | 'delete category'; readonly key: string }
  | { readonly kind: 'give'; readonly key: string; readonly audience: Audience | null }
  | { readonly kind: 'move category'; readonly key: string; readonly before: string | null }
  | { readonly kind: 'move'; readonly keys: readonly string[]; readonly place: string; readonly before: string | null };

export const find = (library: Library, key: string | null): Entry | undefined =>
  key === null ? undefined : library.find((entry) => entry.key === key);

/** From the category down to the entry itself. */
export function pathOf(library: Library, entry: Entry): readonly Entry[] {
  const above = find(library, entry.place);
  return above === undefined ? [entry] : [...pathOf(library, above), entry];
}

const foldersOnWay = (library: Library, entry: Entry) =>
  pathOf(library, entry).filter((each) => each.kind === 'folder');

/** Whom it is for in the end, and who of the group admins may edit it. */
function governing(library: Library, entry: Entry): Audience {
  const [category] = pathOf(library, entry);
  return foldersOnWay(library, entry)[0]?.audience ?? category?.audience ?? 'board';
}

export const belongs = (actor: Actor, audience: Audience): boolean =>
  audience === 'board' || (audience === 'own' && (actor === 'group admin' || actor === 'colleague'));

export const canEdit = (library: Library, actor: Actor, entry: Entry): boolean =>
  actor === 'admin' || (actor === 'group admin' && governing(library, entry) === 'own');

export const isThere = (library: Library, entry: Entry): boolean =>
  pathOf(library, entry).every((each) => !each.deleted);

export function canSee(library: Library, actor: Actor, entry: Entry): boolean {
  if (!isThere(library, entry)) return false;
  if (canEdit(library, actor, entry)) return true;
  const path = pathOf(library, entry);
  return path.every((each) => !each.hidden && (each.audience === null || belongs(actor, each.audience)));
}

const mayMake = (actor: Actor): boolean => actor === 'admin' || actor === 'group admin';
const isTooMuch = (actor: Actor, audience: Audience): boolean => actor !== 'admin' && audience !== 'own';

/** Folders that the deepest way through one holds below its place; what was deleted counts, since it may come back. */
function heightOf(library: Library, folder: Entry): number {
  const inside = library.filter((entry) => entry.kind === 'folder' && entry.place === folder.key);
  return 1 + Math.max(0, ...inside.map((each) => heightOf(library, each)));
}

/** What becomes of an act: its answer, and the library after it (the same one, unless it succeeds). */
export function after(
  library: Library,
  { actor, act, fresh }: { readonly actor: Actor; readonly act: Act; readonly fresh: string },
): { readonly expected: Expected; readonly library: Library } {
  const next = library.map((entry) => ({ ...entry }));
  const expected = run(next, { actor, act, fresh });
  return { expected, library: expected === 'success' ? next : library };
}

type Given = { readonly actor: Actor; readonly act: Act; readonly fresh: string };

function run(library: Entry[], { actor, act, fresh }: Given): Expected {
  const seen = (key: string, kind?: Kind): Entry | null => {
    const entry = find(library, key);
    return entry && (kind === undefined || entry.kind === kind) && canSee(library, actor, entry) ? entry : null;
  };
  const make = (kind: Kind, place: string | null, audience: Audience | null): void => {
    library.push({
      ...{ kind, key: fresh, name: fresh, place, audience },
      hidden: false,
      deleted: false,
      isPlaceless: false,
    });
  };
  switch (act.kind) {
    case 'create category':
      if (!mayMake(actor)) return 403;
      if (isTooMuch(actor, act.audience)) return 422;
      make('category', null, act.audience);
      return 'success';
    case 'create folder': {
      const place = seen(act.place);
      if (!place) return 404;
      if (!canEdit(library, actor, place)) return 403;
      if (foldersOnWay(library, place).length >= folderDepthMax) return 'declined';
      make('folder', act.place, null);
      return 'success';
    }
    case 'rename':
    case 'hide category':
    case 'show category':
    case 'move category':
    case 'delete category': {
      const entry = seen(act.key);
      if (!entry) return 404;
      if (!canEdit(library, actor, entry)) return 403;
      if (act.kind === 'rename') entry.name = fresh;
      else if (act.kind === 'move category') {
        const before = find(library, act.before);
        const isNeighbour = before?.kind === 'category' && !before.deleted && before !== entry;
        insertBefore(library, [entry], isNeighbour ? before.key : null);
        entry.isPlaceless = isNeighbour && before.isPlaceless;
      } else if (act.kind === 'delete category') {
        const narrowed = library.filter((each) => each.audience !== null && each.place === entry.key);
        if (narrowed.some((each) => isThere(library, each) && !canEdit(library, actor, each))) return 'declined';
        take(entry);
      } else entry.hidden = act.kind === 'hide category';
      return 'success';
    }
    case 'give': {
      const entry = seen(act.key);
      if (!entry) return 404;
      if (!canEdit(library, actor, entry)) return 403;
      if (entry.kind === 'folder' && find(library, entry.place)?.kind !== 'category') return 'declined';
      const had = entry.audience;
      entry.audience = act.audience;
      if (act.audience !== null) return isTooMuch(actor, act.audience) ? 422 : 'success';
      if (had === null || canEdit(library, actor, entry)) return 'success';
      return canSee(library, actor, entry) ? 403 : 404;
    }
    case 'hide':
    case 'show':
    case 'delete': {
      const refusal = refusalOf(library, actor, act.keys);
      if (refusal !== null) return refusal;
      for (const entry of act.keys.flatMap((key) => find(library, key) ?? [])) {
        if (act.kind === 'delete') take(entry);
        else entry.hidden = act.kind === 'hide';
      }
      return 'success';
    }
    case 'restore': {
      const entries = act.keys.map((key) => find(library, key));
      const orphans = new Set(entries.filter((entry) => entry && hasLostItsPlace(library, entry)));
      for (const entry of entries) {
        if (!mayMake(actor)) return 403;
        if (!entry?.deleted || !canEdit(library, actor, entry)) return 404;
        if (orphans.has(entry)) return 'declined';
      }
      for (const entry of entries) if (entry) entry.deleted = false;
      return 'success';
    }
    case 'move':
      return move(library, actor, act);
  }
}

const hasLostItsPlace = (library: Library, entry: Entry): boolean =>
  pathOf(library, entry).some((each) => each !== entry && each.deleted);

function take(entry: Entry): void {
  entry.deleted = true;
  entry.isPlaceless = true;
}

/** Folders are looked for first, as are the rights to them. */
function refusalOf(library: Library, actor: Actor, keys: readonly string[]): Expected | null {
  for (const kind of ['folder', 'document'] as const) {
    const entries = keys.map((key) => find(library, key)).filter((entry) => entry?.kind === kind);
    if (entries.some((entry) => !entry || !canSee(library, actor, entry))) return 404;
    if (entries.some((entry) => entry && !canEdit(library, actor, entry))) return 403;
  }
  return null;
}

function move(library: Entry[], actor: Actor, act: Extract<Act, { readonly kind: 'move' }>): Expected {
  const refusal = refusalOf(library, actor, act.keys);
  if (refusal !== null) return refusal;
  const place = find(library, act.place);
  if (!place || !canSee(library, actor, place)) return 404;
  if (!canEdit(library, actor, place)) return 403;
  const moving = act.keys.flatMap((key) => find(library, key) ?? []);
  // What stands in one of them goes along with it.
  const tops = moving.filter(
    (entry) =>
      entry.kind === 'folder' && !pathOf(library, entry).some((above) => above !== entry && moving.includes(above)),
  );
  const above = pathOf(library, place);
  for (const folder of tops) {
    if (above.includes(folder)) return 'declined';
    if (place.kind === 'folder' && folder.audience !== null) return 'declined';
    if (above.length - 1 + heightOf(library, folder) > folderDepthMax) return 'declined';
  }
  for (const kind of ['folder', 'document'] as const) {
    const moved = kind === 'folder' ? tops : moving.filter((entry) => entry.kind === 'document');
    for (const entry of moved) entry.place = place.key;
    const before = find(library, act.before);
    const isNeighbour =
      before?.kind === kind && before.place === place.key && !before.deleted && !moved.includes(before);
    insertBefore(library, moved, isNeighbour ? before.key : null);
    for (const entry of moved) entry.isPlaceless = isNeighbour && before.isPlaceless;
  }
  return 'success';
}

function insertBefore(library: Entry[], moved: readonly Entry[], before: string | null): void {
  for (const entry of moved) library.splice(library.indexOf(entry), 1);
  const at = library.findIndex((entry) => entry.key === before);
  library.splice(at === -1 ? library.length : at, 0, ...moved);
}
