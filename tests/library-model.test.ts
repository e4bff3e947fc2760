import fc from 'fast-check';
import { expect, test } from 'vitest';
import { folderDepthMax } from '#domain/folders.ts';
import { asSuperuser } from './support/as-superuser.ts';
import type { TestAnswer, TestClient } from './support/client.ts';
import { makeBoard, makeDocument, makeGroup, makeMember } from './support/factories.ts';
import { makeCategory, makeFolder } from './support/library.ts';
import { type Outcome, outcomeOf, playModel, type StepOf, step } from './support/model.ts';
import { testApp } from './support/test-app.ts';

/**
 * Anybody makes, renames, hides, moves, deletes and restores things in the library. Each act is done or refused as the rules say and changes
 * exactly what it names; everybody sees exactly the places that they may, in order and with right counts; folders never form a circle.
 */
const server = testApp();

const actors = ['admin', 'group admin', 'colleague', 'plain'] as const;
type Actor = (typeof actors)[number];
/** `own`: the group of the group admin and the colleague; `other`: a group that none of the actors belongs to. */
type Audience = 'board' | 'own' | 'other';
type Kind = 'category' | 'folder' | 'document';

/** A stored row. */
interface Entry {
  readonly kind: Kind;
  readonly id: string;
  readonly name: string;
  /** The folder or category that contains it; null for a category. */
  readonly place: string | null;
  /** Only of categories and of the top folders that narrow them. */
  readonly audience: Audience | null;
  readonly hidden: boolean;
  readonly deleted: boolean;
}
/** In order of their positions. */
type Library = readonly Entry[];

const find = (library: Library, id: string | null) => library.find((entry) => entry.id === id);
/** From the category down to the entry. */
function pathOf(library: Library, entry: Entry): readonly Entry[] {
  const above = find(library, entry.place);
  return above === undefined ? [entry] : [...pathOf(library, above), entry];
}
const isThere = (library: Library, entry: Entry): boolean => pathOf(library, entry).every((each) => !each.deleted);
const canEdit = (library: Library, actor: Actor, entry: Entry): boolean => {
  const [category, ...below] = pathOf(library, entry);
  const top = below.find(({ kind }) => kind === 'folder');
  return actor === 'admin' || (actor === 'group admin' && (top?.audience ?? category?.audience) === 'own');
};
const belongs = (actor: Actor, audience: Audience): boolean =>
  audience === 'board' || (audience === 'own' && (actor === 'group admin' || actor === 'colleague'));
const canSee = (library: Library, actor: Actor, entry: Entry): boolean =>
  isThere(library, entry) &&
  (canEdit(library, actor, entry) ||
    pathOf(library, entry).every((each) => !each.hidden && (each.audience === null || belongs(actor, each.audience))));
/** How many levels of folders a folder holds, itself included. Deleted ones count, since they can be restored. */
const heightOf = (library: Library, { id }: Entry): number =>
  1 +
  Math.max(
    0,
    ...library.filter((each) => each.kind === 'folder' && each.place === id).map((each) => heightOf(library, each)),
  );

const nth = fc.nat({ max: 10_000 });
const drawn = {
  actor: fc.constantFrom<Actor>('admin', 'admin', 'admin', 'group admin', 'group admin', 'colleague', 'plain'),
  which: fc.array(nth, { minLength: 1, maxLength: 3 }),
  to: nth,
  audience: fc.constantFrom<Audience | null>('board', 'own', 'other', null),
};
const anyStep = fc.oneof(
  ...[step(4, 'move', drawn), step(2, 'delete', drawn), step(2, 'restore', drawn), step(2, 'create folder', drawn)],
  ...[step(1, 'create category', drawn), step(1, 'rename', drawn), step(2, 'give', drawn)],
  ...[step(1, 'hide', drawn), step(1, 'show', drawn), step(1, 'hide category', drawn), step(1, 'show category', drawn)],
  ...[step(1, 'move category', drawn), step(1, 'delete category', drawn)],
);
type Step = StepOf<typeof anyStep>;

/** A request, whether it must be done, and how the entries that it names are afterwards. */
interface Act {
  readonly send: (client: TestClient) => Promise<TestAnswer>;
  readonly outcome: Outcome;
  readonly targets: readonly Entry[];
  readonly becomes: Partial<Entry>;
  /** The targets stand before this entry, or last. */
  readonly before?: Entry | undefined;
  readonly creates?: Omit<Entry, 'id'>;
}

test(
  'the library does what each may, changes nothing else, and shows everybody exactly what they may see',
  {
    timeout: 3_600_000,
  },
  () =>
    playModel({
      ...{ runs: Number(process.env.LIBRARY_RUNS ?? 4), given: fc.constant(null), step: anyStep, lengths: [6, 16] },
      open: makeLibrary,
      run: (library, each, index) => library.run(each, index),
      check: (library) => library.check(actors),
    }),
);

async function makeLibrary() {
  const { context } = server;
  const board = await makeBoard(context);
  const members = {
    admin: await makeMember(context, { board, isBoardAdmin: true }),
    'group admin': await makeMember(context, { board }),
    colleague: await makeMember(context, { board }),
    plain: await makeMember(context, { board }),
  };
  const own = await makeGroup(context, { board, admins: [members['group admin']], members: [members.colleague] });
  const other = await makeGroup(context, { board, members: [await makeMember(context, { board })] });
  const clients = {} as Record<Actor, TestClient>;
  for (const actor of actors) clients[actor] = await server.signIn(members[actor]);
  const [first, second, third] = [
    await makeCategory(context, { board, name: 'A' }),
    await makeCategory(context, { board, name: 'B', groups: [own] }),
    await makeCategory(context, { board, name: 'C', groups: [other] }),
  ];
  let deep = await makeFolder(context, { category: first, name: 'a1' });
  for (const name of ['a2', 'a3', 'a4', 'a5']) {
    await makeDocument(context, { folder: deep, title: `In ${deep.name}` });
    deep = await makeFolder(context, { parent: deep, name });
  }
  const group = await makeFolder(context, { category: first, name: 'g', groups: [own] });
  const inGroup = await makeFolder(context, { parent: group, name: 'g1' });
  const inSecond = await makeFolder(context, { category: second, name: 'b1' });
  await makeFolder(context, { category: third, name: 'c1', groups: [own] });
  for (const folder of [inGroup, await makeFolder(context, { parent: inSecond, name: 'b2' })]) {
    await makeDocument(context, { folder, title: `In ${folder.name}` });
  }
  for (const category of [first, second, third]) {
    await makeDocument(context, { category, title: `In ${category.name}` });
  }

  const load = (): Promise<Library> =>
    asSuperuser(context, async (db) => {
      const { rows } = await db.query<Entry & { readonly way: readonly string[] | null }>(
        `select item.kind, item.id, item.name, item.place, item.hidden, item.deleted, item.way,
           case when a.whole_board then 'board' when g.group_id = $2 then 'own' when g.group_id is not null then 'other' end as audience
         from (
           select 'category' as kind, id, name, null::uuid as place, audience_id, hidden, deleted_at is not null as deleted, position, null::uuid[] as way
             from categories where board_id = $1 union all
           select 'folder', id, name, coalesce(parent_id, category_id), audience_id, hidden, deleted_at is not null, position, category_id || path
             from folders where board_id = $1 union all
           select 'document', id, title, coalesce(folder_id, category_id), null, hidden, deleted_at is not null, position, null
             from documents where board_id = $1
         ) item left join audiences a on a.id = item.audience_id left join audience_groups g on g.audience_id = a.id
         order by item.position, item.id`,
        [board.id, own.id],
      );
      for (const row of rows.filter(({ kind }) => kind === 'folder')) {
        expect(row.way, `the path of ${row.name}`).toEqual(pathOf(rows, row).map(({ id }) => id));
      }
      return rows.map(({ way: _, ...entry }) => entry);
    });

  const audienceOf = (audience: Audience | null) =>
    audience && {
      whole_board: audience === 'board',
      group_ids: audience === 'board' ? [] : [audience === 'own' ? own.id : other.id],
      member_ids: [],
    };
  const placeOf = ({ kind, id }: Entry) => ({ kind, id });
  const isTooMuch = (actor: Actor, audience: Audience): boolean => actor !== 'admin' && audience !== 'own';
  const mayMake = (actor: Actor): boolean => actor === 'admin' || actor === 'group admin';

  /** What a member who may not see or edit any of the entries is answered. Folders are checked first. */
  function refusalOf(library: Library, actor: Actor, entries: readonly Entry[]): 403 | 404 | null {
    for (const kind of ['folder', 'document', 'category'] as const) {
      const own = entries.filter((each) => each.kind === kind);
      if (own.some((each) => !canSee(library, actor, each))) return 404;
      if (own.some((each) => !canEdit(library, actor, each))) return 403;
    }
    return null;
  }

  function outcomeOfGiving(library: Library, actor: Actor, entry: Entry, audience: Audience | null): Outcome {
    const refusal = refusalOf(library, actor, [entry]);
    if (refusal !== null) return refusal;
    if (entry.kind === 'folder' && find(library, entry.place)?.kind !== 'category') return 'declined';
    if (audience !== null) return isTooMuch(actor, audience) ? 422 : 'success';
    const given = library.map((each) => (each === entry ? { ...each, audience } : each));
    const changed = find(given, entry.id) ?? entry;
    if (entry.audience === null || canEdit(given, actor, changed)) return 'success';
    return canSee(given, actor, changed) ? 403 : 404;
  }

  function outcomeOfMoving(library: Library, actor: Actor, moving: readonly Entry[], place: Entry): Outcome {
    const refusal = refusalOf(library, actor, moving) ?? refusalOf(library, actor, [place]);
    if (refusal !== null) return refusal;
    const above = pathOf(library, place);
    const isImpossible = moving.some(
      (each) =>
        each.kind === 'folder' &&
        (above.includes(each) ||
          (place.kind === 'folder' && each.audience !== null) ||
          above.length - 1 + heightOf(library, each) > folderDepthMax),
    );
    return isImpossible ? 'declined' : 'success';
  }

  function outcomeOfRestoring(library: Library, actor: Actor, entries: readonly Entry[]): Outcome {
    if (!mayMake(actor)) return 403;
    for (const entry of entries) {
      if (!entry.deleted || !canEdit(library, actor, entry)) return 404;
      if (pathOf(library, entry).some((each) => each !== entry && each.deleted)) return 'declined';
    }
    return 'success';
  }

  function actOf(library: Library, { kind, actor, which, to, audience }: Step, fresh: string): Act {
    const choose = (from: Library, number: number): Entry | undefined => from[number % from.length];
    const [one = 0, two = 0] = which;
    const isItem = (each: Entry): boolean => each.kind !== 'category';
    const there = library.filter((each) => isItem(each) && isThere(library, each));
    const several = (from: Library): readonly Entry[] => [
      ...new Set(which.flatMap((number) => choose(from, number) ?? [])),
    ];
    const items = several(there.length === 0 ? library.filter(isItem) : there);
    const places = library.filter((each) => each.kind !== 'document');
    const categories = library.filter((each) => each.kind === 'category');
    const place = choose(places, one) as Entry;
    const category = choose(categories, one) as Entry;
    const blank = { hidden: false, deleted: false };
    const pathTo = ({ kind: of, id }: Entry) => `/ajax/library/${of === 'category' ? 'categories' : 'folders'}/${id}`;
    const allowed = (entries: readonly Entry[]): Outcome => refusalOf(library, actor, entries) ?? 'success';
    switch (kind) {
      case 'create category': {
        const wanted = audience ?? 'board';
        return {
          send: (client) => client.post('/ajax/library/categories', { name: fresh, audience: audienceOf(wanted) }),
          outcome: !mayMake(actor) ? 403 : isTooMuch(actor, wanted) ? 422 : 'success',
          ...{ targets: [], becomes: {} },
          creates: { kind: 'category', name: fresh, place: null, audience: wanted, ...blank },
        };
      }
      case 'create folder': {
        const isTooDeep = pathOf(library, place).length > folderDepthMax;
        return {
          send: (client) => client.post('/ajax/library/folders', { name: fresh, home: placeOf(place) }),
          outcome: refusalOf(library, actor, [place]) ?? (isTooDeep ? 'declined' : 'success'),
          ...{ targets: [], becomes: {} },
          creates: { kind: 'folder', name: fresh, place: place.id, audience: null, ...blank },
        };
      }
      case 'rename':
        return {
          send: (client) => client.patch(pathTo(place), { name: fresh }),
          ...{ outcome: allowed([place]), targets: [place], becomes: { name: fresh } },
        };
      case 'give': {
        const isTop = (each: Entry): boolean =>
          each.kind === 'category' || find(library, each.place)?.kind === 'category';
        const entry = choose(places.filter(isTop), one) as Entry;
        const wanted = audience ?? (entry.kind === 'category' ? 'board' : null);
        return {
          send: (client) => client.patch(pathTo(entry), { audience: audienceOf(wanted) }),
          outcome: outcomeOfGiving(library, actor, entry, wanted),
          ...{ targets: [entry], becomes: { audience: wanted } },
        };
      }
      case 'hide':
      case 'show':
      case 'delete': {
        const becomes = kind === 'delete' ? { deleted: true } : { hidden: kind === 'hide' };
        const body = { items: items.map(placeOf), ...(kind === 'delete' ? {} : becomes) };
        const send = (client: TestClient) =>
          client.post(`/ajax/library/${kind === 'delete' ? 'delete' : 'hide'}`, body);
        return { send, outcome: allowed(items), targets: items, becomes };
      }
      case 'restore': {
        const gone = several(library.filter((each) => each.deleted));
        const targets = gone.length === 0 ? items : gone;
        return {
          send: (client) => client.post('/ajax/library/restore', { items: targets.map(placeOf) }),
          ...{ outcome: outcomeOfRestoring(library, actor, targets), targets, becomes: { deleted: false } },
        };
      }
      case 'hide category':
      case 'show category': {
        const becomes = { hidden: kind === 'hide category' };
        const send = (client: TestClient) => client.patch(pathTo(category), becomes);
        return { send, outcome: allowed([category]), targets: [category], becomes };
      }
      case 'delete category': {
        const narrowed = library.filter((each) => each.audience !== null && each.place === category.id);
        const isTheirs = narrowed.some((each) => isThere(library, each) && !canEdit(library, actor, each));
        return {
          send: (client) => client.delete(pathTo(category)),
          outcome: refusalOf(library, actor, [category]) ?? (isTheirs ? 'declined' : 'success'),
          ...{ targets: [category], becomes: { deleted: true } },
        };
      }
      case 'move category': {
        const before = two % 3 === 0 ? undefined : choose(categories, two);
        return {
          send: (client) => client.post(`${pathTo(category)}/move`, { before_id: before?.id ?? null }),
          ...{ outcome: allowed([category]), targets: [category], becomes: {}, before },
        };
      }
      case 'move': {
        const goal = choose(places, to) as Entry;
        const inside = library.filter((each) => each.place === goal.id);
        const before = to % 2 === 0 ? undefined : choose(inside, to);
        // A folder within a moved folder goes along with it.
        const tops = items.filter(
          (each) =>
            each.kind === 'document' || !pathOf(library, each).some((above) => above !== each && items.includes(above)),
        );
        const body = { items: items.map(placeOf), home: placeOf(goal), before: before ? placeOf(before) : null };
        const outcome = refusalOf(library, actor, items) ?? outcomeOfMoving(library, actor, tops, goal);
        const send = (client: TestClient) => client.post('/ajax/library/move', body);
        return { send, outcome, targets: tops, becomes: { place: goal.id }, before };
      }
    }
  }

  const byId = (one: { readonly id: string }, other: { readonly id: string }): number => (one.id < other.id ? -1 : 1);
  /** Moved entries of one kind stand together before the given one, or last; the others keep their order. */
  function checkOrder(library: Library, now: Library, { targets, becomes, before }: Act): void {
    for (const kind of ['category', 'folder', 'document'] as const) {
      const moved = targets.filter((each) => each.kind === kind);
      if (moved.length === 0) continue;
      const place = becomes.place ?? null;
      const siblings = (of: Library) =>
        of.filter((each) => each.kind === kind && each.place === place && !each.deleted).map(({ id }) => id);
      const others = siblings(library).filter((id) => !moved.some((each) => each.id === id));
      const at = before?.deleted ? -1 : others.indexOf(before?.id ?? '');
      const ids = moved.filter(({ deleted }) => !deleted).map(({ id }) => id);
      expect(siblings(now)).toEqual(others.toSpliced(at === -1 ? others.length : at, 0, ...ids));
    }
  }

  let library = await load();
  async function check(readers: readonly Actor[]): Promise<void> {
    for (const reader of readers) {
      expect(await seenBy(clients[reader]), reader).toEqual(expectedFor(reader, library));
      if (reader !== 'admin' && reader !== 'group admin') continue;
      const listed = (await clients[reader].get('/ajax/library/deleted')).json.data.items;
      const gone = library.filter(
        (each) =>
          each.deleted &&
          canEdit(library, reader, each) &&
          pathOf(library, each).every((above) => above === each || !above.deleted),
      );
      expect(listed.map(({ id }: Entry) => id).toSorted(), reader).toEqual(gone.map(({ id }) => id).toSorted());
    }
  }
  return {
    check,
    async run(given: Step, index: number): Promise<void> {
      const act = actOf(library, given, `new ${index}`);
      const answer = await act.send(clients[given.actor]);
      expect(outcomeOf(answer), `${given.actor}: ${given.kind}: ${answer.text}`).toBe(act.outcome);
      const before = library;
      library = await load();
      if (act.outcome !== 'success') expect(library).toEqual(before);
      else {
        const changed = before.map((each) => (act.targets.includes(each) ? { ...each, ...act.becomes } : each));
        const made = act.creates === undefined ? [] : [{ ...act.creates, id: answer.json.data.id }];
        expect(library.toSorted(byId)).toEqual([...changed, ...made].toSorted(byId));
        if (given.kind.startsWith('move')) checkOrder(before, library, act);
      }
      // Everybody in turn, since reading takes most of the time.
      if (index % 2 === 1) await check([actors[((index - 1) / 2) % actors.length] as Actor]);
    },
  };
}

interface SeenPlace {
  readonly id: string;
  readonly name: string;
  readonly hidden: boolean;
  readonly edit: boolean;
  readonly counts: { readonly documents: number; readonly folders: number };
  readonly folders: readonly string[];
  readonly links: readonly string[];
}

const idsOf = (entries: readonly { readonly id: string }[]): readonly string[] => entries.map(({ id }) => id);

/** Every place that a reader may reach, depth first. Nobody reaches what is in a category that they do not see. */
function expectedFor(reader: Actor, library: Library): readonly SeenPlace[] {
  const seen = library.filter((entry) => {
    const [category] = pathOf(library, entry);
    return canSee(library, reader, entry) && category !== undefined && canSee(library, reader, category);
  });
  const inside = ({ id }: Entry, kind: Kind) => seen.filter((each) => each.place === id && each.kind === kind);
  const countLinks = (place: Entry): number =>
    inside(place, 'folder').reduce((sum, folder) => sum + countLinks(folder), inside(place, 'document').length);
  const walk = (place: Entry): readonly SeenPlace[] => {
    const [folders, links] = [inside(place, 'folder'), inside(place, 'document')];
    const { id, name, hidden } = place;
    const counts = { documents: countLinks(place), folders: folders.length };
    const edit = canEdit(library, reader, place);
    return [{ id, name, hidden, edit, counts, folders: idsOf(folders), links: idsOf(links) }, ...folders.flatMap(walk)];
  };
  return seen.filter(({ kind }) => kind === 'category').flatMap(walk);
}

/** Walks from the library's page into every place that it links. */
async function seenBy(client: TestClient): Promise<readonly SeenPlace[]> {
  const places: SeenPlace[] = [];
  const walk = async (categoryId: string, folderId: string | null): Promise<void> => {
    const query = folderId === null ? '' : `?folder=${folderId}`;
    const { data } = (await client.get(`/ajax/library/categories/${categoryId}${query}`)).json;
    const { id, name, hidden, counts, can } = folderId === null ? data.category : data.path.at(-1);
    const { folders, documents } = data;
    places.push({ id, name, hidden, edit: can.edit, counts, folders: idsOf(folders), links: idsOf(documents) });
    for (const folder of folders) await walk(categoryId, folder.id);
  };
  for (const { id } of (await client.get('/ajax/library')).json.data.categories) await walk(id, null);
  return places;
}
