import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asSuperuser } from './support/as-superuser.ts';
import type { TestAnswer, TestClient } from './support/client.ts';
import { makeBoard, makeGroup, makeMember } from './support/factories.ts';
import {
  type Act,
  type Actor,
  actors,
  after,
  audiences,
  canEdit,
  canSee,
  type Entry,
  type Expected,
  find,
  isThere,
  type Library,
  pathOf,
} from './support/library-model.ts';
import { testApp } from './support/test-app.ts';

/**
 * The library against a plain model: any sequence of making, renaming, hiding, giving, moving,
 * deleting and restoring, by anybody, answers what the model says, and leaves each of them
 * seeing what it says: which places, in which order, with which counts. Folders never make a circle.
 */
const server = testApp();

/** What stands there at first: a way of five folders, something for a group, and a link in each place. */
const beginning: Library = [
  entry('category', 'A', null, 'board'),
  entry('category', 'B', null, 'own'),
  entry('category', 'C', null, 'other'),
  entry('folder', 'a1', 'A', null),
  ...[1, 2, 3, 4].map((nth) => entry('folder', `a${nth + 1}`, `a${nth}`, null)),
  entry('folder', 'g', 'A', 'own'),
  entry('folder', 'g1', 'g', null),
  entry('folder', 'b1', 'B', null),
  entry('folder', 'b2', 'b1', null),
  entry('folder', 'c1', 'C', 'own'),
  ...['A', 'a1', 'a3', 'g1', 'B', 'b2', 'C'].map((place) => entry('document', `link in ${place}`, place, null)),
];

function entry(kind: Entry['kind'], key: string, place: string | null, audience: Entry['audience']): Entry {
  return { ...{ kind, key, name: key, place, audience }, hidden: false, deleted: false, isPlaceless: false };
}

/** An act whose numbers stand for entries of the library as it is then. */
interface Drawn {
  readonly kind: Act['kind'];
  readonly who: Actor;
  readonly which: readonly number[];
  readonly to: number;
  readonly audience: (typeof audiences)[number] | null;
}

const kinds: readonly Act['kind'][] = [
  ...([
    'move',
    'move',
    'move',
    'move',
    'delete',
    'delete',
    'restore',
    'restore',
    'create folder',
    'create folder',
  ] as const),
  ...(['create category', 'rename', 'hide', 'show', 'give', 'give', 'move category', 'hide category'] as const),
  ...(['show category', 'delete category'] as const),
];
const anyNumber = fc.nat({ max: 10_000 });
const anyAct: fc.Arbitrary<Drawn> = fc.record({
  kind: fc.constantFrom(...kinds),
  who: fc.constantFrom<Actor>('admin', 'admin', 'admin', 'group admin', 'group admin', 'colleague', 'plain'),
  which: fc.array(anyNumber, { minLength: 1, maxLength: 3 }),
  to: anyNumber,
  audience: fc.constantFrom(...audiences, null),
});

function actOf(library: Library, drawn: Drawn): Act {
  const all = (kind: Entry['kind'] | 'item' | 'place'): readonly Entry[] =>
    library.filter((each) => {
      if (kind === 'item') return each.kind !== 'category';
      return kind === 'place' ? each.kind !== 'document' : each.kind === kind;
    });
  const nth = (list: readonly Entry[], number: number): string => list[number % list.length]?.key ?? '';
  const [first = 0, second = 0] = drawn.which;
  const gone = library.filter((each) => each.deleted);
  const present = all('item').filter((each) => isThere(library, each));
  const items = present.length === 0 ? all('item') : present;
  const keys = [...new Set(drawn.which.map((number) => nth(items, number)))];
  const category = nth(all('category'), first);
  switch (drawn.kind) {
    case 'create category':
      return { kind: drawn.kind, audience: drawn.audience ?? 'board' };
    case 'create folder':
      return { kind: drawn.kind, place: nth(all('place'), first) };
    case 'rename':
      return { kind: drawn.kind, key: nth(all('place'), first) };
    case 'hide':
    case 'show':
    case 'delete':
      return { kind: drawn.kind, keys };
    case 'restore': {
      const back = drawn.which.map((number) => nth(gone, number)).filter((key) => key !== '');
      return { kind: drawn.kind, keys: back.length === 0 ? keys : [...new Set(back)] };
    }
    case 'hide category':
    case 'show category':
    case 'delete category':
      return { kind: drawn.kind, key: category };
    case 'move category':
      return { kind: drawn.kind, key: category, before: second % 3 === 0 ? null : nth(all('category'), second) };
    case 'give': {
      const key = nth(
        library
          .filter((each) => each.kind === 'category' || find(library, each.place)?.kind === 'category')
          .filter((each) => each.kind !== 'document'),
        first,
      );
      const isCategory = find(library, key)?.kind === 'category';
      return { kind: drawn.kind, key, audience: drawn.audience ?? (isCategory ? 'board' : null) };
    }
    case 'move': {
      const place = nth(all('place'), drawn.to);
      const inPlace = library.filter((each) => each.place === place);
      return { kind: drawn.kind, keys, place, before: drawn.to % 2 === 0 ? null : nth(inPlace, drawn.to) || null };
    }
  }
}

/** `LIBRARY_RUNS` runs more of it; the seed is printed by a failure. */
const numRuns = Number(process.env.LIBRARY_RUNS ?? 4);

test('any sequence of acts on the library leaves everybody the library of the model', {
  timeout: 3_600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyAct, { minLength: 6, maxLength: 16 }), async (sequence) => {
      const world = await makeLibrary();
      for (const [nth, drawn] of sequence.entries()) {
        await world.run(drawn, nth);
        // The admin and the others in turn: reading is most of the time.
        if (nth % 2 === 1) await world.check([actors[((nth - 1) / 2) % actors.length] as Actor]);
      }
      await world.check(actors);
      await world.checkPaths();
    }),
    { numRuns },
  );
});

async function makeLibrary() {
  const { context } = server;
  const board = await makeBoard(context);
  const members = {
    admin: await makeMember(context, { board, isBoardAdmin: true }),
    'group admin': await makeMember(context, { board }),
    colleague: await makeMember(context, { board }),
    plain: await makeMember(context, { board }),
  } satisfies Record<Actor, unknown>;
  const own = await makeGroup(context, { board, admins: [members['group admin']], members: [members.colleague] });
  const other = await makeGroup(context, { board, members: [await makeMember(context, { board })] });
  const clients = {} as Record<Actor, TestClient>;
  for (const actor of actors) clients[actor] = await server.signIn(members[actor]);
  const ids = new Map<string, string>();
  const idOf = (key: string): string => ids.get(key) ?? '00000000-0000-4000-8000-000000000000';
  let library = beginning;
  const audienceOf = (audience: Entry['audience']) =>
    audience === null
      ? null
      : {
          whole_board: audience === 'board',
          group_ids: audience === 'board' ? [] : [audience === 'own' ? own.id : other.id],
          member_ids: [],
        };
  const placeOf = (key: string) => ({ kind: find(library, key)?.kind, id: idOf(key) });
  for (const { kind, key, place, audience } of beginning) {
    const made =
      kind === 'category'
        ? await clients.admin.post('/ajax/library/categories', { name: key, audience: audienceOf(audience) })
        : kind === 'folder'
          ? await clients.admin.post('/ajax/library/folders', { name: key, home: placeOf(place ?? '') })
          : await clients.admin.post('/ajax/library/links', {
              ...{ title: key, url: 'https://example.org/', home: placeOf(place ?? '') },
            });
    ids.set(key, made.json.data.id);
    if (kind === 'folder' && audience !== null) {
      await clients.admin.patch(`/ajax/library/folders/${idOf(key)}`, { audience: audienceOf(audience) });
    }
  }

  const send = (client: TestClient, act: Act, fresh: string): Promise<TestAnswer> => {
    const one =
      'key' in act
        ? `/ajax/library/${find(library, act.key)?.kind === 'category' ? 'categories' : 'folders'}/${idOf(act.key)}`
        : '';
    const items = 'keys' in act ? act.keys.map(placeOf) : [];
    switch (act.kind) {
      case 'create category':
        return client.post('/ajax/library/categories', { name: fresh, audience: audienceOf(act.audience) });
      case 'create folder':
        return client.post('/ajax/library/folders', { name: fresh, home: placeOf(act.place) });
      case 'rename':
        return client.patch(one, { name: fresh });
      case 'hide category':
      case 'show category':
        return client.patch(one, { hidden: act.kind === 'hide category' });
      case 'give':
        return client.patch(one, { audience: audienceOf(act.audience) });
      case 'delete category':
        return client.delete(one);
      case 'move category':
        return client.post(`${one}/move`, { before_id: act.before === null ? null : idOf(act.before) });
      case 'hide':
      case 'show':
        return client.post('/ajax/library/hide', { items, hidden: act.kind === 'hide' });
      case 'delete':
        return client.post('/ajax/library/delete', { items });
      case 'restore':
        return client.post('/ajax/library/restore', { items });
      case 'move': {
        const before = act.before === null ? null : placeOf(act.before);
        return client.post('/ajax/library/move', { items, home: placeOf(act.place), before });
      }
    }
  };

  return {
    async run(drawn: Drawn, nth: number): Promise<void> {
      const act = actOf(library, drawn);
      const fresh = `new ${nth}`;
      const predicted = after(library, { actor: drawn.who, act, fresh });
      const answer = await send(clients[drawn.who], act, fresh);
      expect(outcomeOf(answer), `${drawn.who}: ${JSON.stringify(act)}: ${answer.text}`).toBe(predicted.expected);
      if (predicted.expected === 'success' && act.kind.startsWith('create')) ids.set(fresh, answer.json.data.id);
      library = predicted.library;
    },
    async check(readers: readonly Actor[]): Promise<void> {
      for (const reader of readers) {
        expect(await seenBy(clients[reader], library), reader).toEqual(expectedFor(reader, library));
        if (reader !== 'admin' && reader !== 'group admin') continue;
        const deleted = (await clients[reader].get('/ajax/library/deleted')).json.data.items;
        const gone = library.filter(
          (each) =>
            each.deleted &&
            canEdit(library, reader, each) &&
            !pathOf(library, each).some((above) => above !== each && above.deleted),
        );
        const named = deleted.map((item: { kind: string; id: string; name: string }) => `${item.kind} ${item.name}`);
        expect(named.toSorted(), `${reader} may bring back`).toEqual(
          gone.map(({ kind, name }) => `${kind} ${name}`).toSorted(),
        );
      }
    },
    /** Of what is stored: every folder's way is its parents', as the model has them. */
    async checkPaths(): Promise<void> {
      const keys = new Map([...ids].map(([key, id]) => [id, key]));
      const { rows } = await asSuperuser(context, (client) =>
        client.query<{ id: string; path: string[]; category_id: string }>(
          'select id, path, category_id from folders where board_id = $1',
          [board.id],
        ),
      );
      for (const { id, path, category_id } of rows) {
        const way = [category_id, ...path].map((each) => keys.get(each));
        const folder = find(library, keys.get(id) ?? '');
        expect(folder && pathOf(library, folder).map(({ key }) => key), `the way to ${keys.get(id)}`).toEqual(way);
      }
    },
  };
}

const outcomeOf = ({ status, json }: TestAnswer): Expected =>
  status === 200 ? (json.status === 'success' ? 'success' : 'declined') : (status as Expected);

/** One place as a reader sees it. */
interface SeenPlace {
  readonly name: string;
  readonly hidden: boolean;
  readonly edit: boolean;
  readonly counts: { readonly documents: number; readonly folders: number };
  /** By name; those whose order is known come once more in it. */
  readonly folders: readonly string[];
  readonly links: readonly string[];
  readonly order: readonly string[];
}

type Seen = {
  readonly categories: readonly string[];
  readonly order: readonly string[];
  readonly places: readonly SeenPlace[];
};

const byName = (one: { readonly name: string }, other: { readonly name: string }): number =>
  one.name < other.name ? -1 : 1;

function expectedFor(reader: Actor, library: Library): Seen {
  const seen = library.filter((each) => canSee(library, reader, each) && isReached(library, reader, each));
  const inside = (place: Entry, kind: Entry['kind']) =>
    seen.filter((each) => each.place === place.key && each.kind === kind);
  const links = (place: Entry): number =>
    inside(place, 'document').length + inside(place, 'folder').reduce((sum, folder) => sum + links(folder), 0);
  const categories = seen.filter(({ kind }) => kind === 'category');
  return {
    categories: names(categories).toSorted(),
    order: names(categories.filter((each) => !each.isPlaceless)),
    places: seen
      .filter(({ kind }) => kind !== 'document')
      .map((place) => ({
        ...{ name: place.name, hidden: place.hidden, edit: canEdit(library, reader, place) },
        counts: { documents: links(place), folders: inside(place, 'folder').length },
        folders: names(inside(place, 'folder')).toSorted(),
        links: names(inside(place, 'document')).toSorted(),
        order: names([...inside(place, 'folder'), ...inside(place, 'document')].filter((each) => !each.isPlaceless)),
      }))
      .toSorted(byName),
  };
}

/** What stands in a hidden category is not come to, by whomever. */
const isReached = (library: Library, reader: Actor, entry: Entry): boolean => {
  const [category] = pathOf(library, entry);
  return category !== undefined && canSee(library, reader, category);
};

const names = (entries: readonly Entry[]): readonly string[] => entries.map(({ name }) => name);

/** Walks from the library's page into every place that it leads to. */
async function seenBy(client: TestClient, library: Library): Promise<Seen> {
  const placeless = new Set(library.filter((each) => each.isPlaceless).map(({ name }) => name));
  const known = (list: readonly string[]): readonly string[] => list.filter((name) => !placeless.has(name));
  const { categories } = (await client.get('/ajax/library')).json.data;
  const places: SeenPlace[] = [];
  const walk = async (categoryId: string, folderId: string | null): Promise<void> => {
    const query = folderId === null ? '' : `?folder=${folderId}`;
    const { data } = (await client.get(`/ajax/library/categories/${categoryId}${query}`)).json;
    const { name, hidden, counts, can } = folderId === null ? data.category : data.path.at(-1);
    const [folders, links] = [
      data.folders.map((each: { name: string }) => each.name),
      data.documents.map((each: { title: string }) => each.title),
    ];
    places.push({
      ...{ name, hidden, edit: can.edit, counts },
      ...{ folders: folders.toSorted(), links: links.toSorted(), order: known([...folders, ...links]) },
    });
    for (const folder of data.folders) await walk(categoryId, folder.id);
  };
  for (const category of categories) await walk(category.id, null);
  const listed = categories.map((each: { name: string }) => each.name);
  return { categories: listed.toSorted(), order: known(listed), places: places.toSorted(byName) };
}
