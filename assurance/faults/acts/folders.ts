import { succeed } from '#assurance/faults/ask.ts';
import type { Register } from '#assurance/faults/ledger.ts';
import type { Act, Playing } from '#assurance/faults/world.ts';

interface Place {
  readonly kind: 'category' | 'folder';
  readonly id: string;
}

export async function folderActs({ world, actor, random }: Playing): Promise<readonly Act[]> {
  const { ledger, categoryId, folderIds, token } = world;
  const places: readonly Place[] = [
    { kind: 'category', id: categoryId },
    ...folderIds.map((id) => ({ kind: 'folder', id }) as const),
  ];
  const find = async (name: string): Promise<{ readonly id: string; readonly parent: string } | null> => {
    const { folders } = await succeed(actor, 'GET', '/ajax/library/tree');
    const found = folders.filter((folder: { name: string }) => folder.name === name);
    if (found.length > 1) return { id: '', parent: 'present twice' };
    const [folder] = found;
    return folder === undefined ? null : { id: folder.id, parent: folder.parent_id ?? folder.category_id };
  };
  const made: Register[] = [];
  const add: Act = async () => {
    const name = `Folder ${made.length} ${token}`;
    const place = random.pick(places);
    const register = ledger.keep({ name, value: 'absent', read: async () => (await find(name))?.parent ?? 'absent' });
    made.push(register);
    await ledger.write(register, {
      value: place.id,
      line: { memberId: actor.memberId, action: 'folder.created' },
      send: () => succeed(actor, 'POST', '/ajax/library/folders', { home: place, name }),
    });
  };
  const move: Act = async () => {
    const there = made.filter(({ acknowledged }) => acknowledged !== 'absent');
    if (there.length === 0) return add();
    const register = random.pick(there);
    const place = random.pick(places.filter(({ id }) => id !== register.acknowledged));
    const folder = await find(register.name);
    if (folder === null) throw new Error(`${register.name} is missing.`);
    const body = { items: [{ kind: 'folder', id: folder.id }], home: place, before: null };
    await ledger.write(register, {
      value: place.id,
      line: { memberId: actor.memberId, action: 'folder.moved' },
      send: () => succeed(actor, 'POST', '/ajax/library/move', body),
    });
  };
  return [add, move, move];
}
