import { succeed } from '#assurance/faults/ask.ts';
import type { Act, Playing } from '#assurance/faults/world.ts';

interface Item {
  readonly id: string;
  readonly title: string;
  readonly minutes: number | null;
  readonly revision: number;
}

const titlesOf = (items: readonly Pick<Item, 'title'>[]): string => items.map(({ title }) => title).join(' | ');

export async function agendaActs({ world, actor, random }: Playing): Promise<readonly Act[]> {
  const { ledger, meetingId, token } = world;
  const items = async (): Promise<readonly Item[]> =>
    (await succeed(actor, 'GET', `/ajax/meetings/${meetingId}`)).meeting.agenda_items;
  const agenda = ledger.keep({
    name: `agenda ${token}`,
    value: titlesOf(await items()),
    read: async () => titlesOf(await items()),
  });
  const line = (action: string) => ({ memberId: actor.memberId, action: `agenda-item.${action}` });
  const isFixed = ({ id }: Item): boolean => world.itemIds.includes(id);
  let added = 0;

  const add: Act = async () => {
    const known = await items();
    const at = random.below(known.length + 1);
    added += 1;
    const title = `Item ${added} ${token}`;
    const body = { title, before_id: known[at]?.id ?? null };
    await ledger.write(agenda, {
      value: titlesOf([...known.slice(0, at), { title }, ...known.slice(at)]),
      line: line('added'),
      send: () => succeed(actor, 'POST', `/ajax/meetings/${meetingId}/agenda-items`, body),
    });
  };
  const move: Act = async () => {
    const known = await items();
    const moved = random.pick(known);
    const others = known.filter((item) => item !== moved);
    const places = others.map((_, at) => at).concat(others.length);
    const at = random.pick(places.filter((place) => place !== known.indexOf(moved)));
    await ledger.write(agenda, {
      value: titlesOf([...others.slice(0, at), moved, ...others.slice(at)]),
      line: line('moved'),
      send: () =>
        succeed(actor, 'POST', `/ajax/agenda-items/${moved.id}/move`, { before_id: others[at]?.id ?? null, depth: 0 }),
    });
  };
  const rename: Act = async () => {
    const known = await items();
    const renamed = random.pick(known);
    added += 1;
    const title = `Renamed ${added} ${token}`;
    await ledger.write(agenda, {
      value: titlesOf(known.map((item) => (item === renamed ? { title } : item))),
      line: line('updated'),
      send: () => succeed(actor, 'PATCH', `/ajax/agenda-items/${renamed.id}`, { title, revision: renamed.revision }),
    });
  };
  const remove: Act = async () => {
    const known = await items();
    const removable = known.filter((item) => !isFixed(item));
    if (removable.length === 0) return add();
    const removed = random.pick(removable);
    await ledger.write(agenda, {
      value: titlesOf(known.filter((item) => item !== removed)),
      line: line('deleted'),
      send: () => succeed(actor, 'DELETE', `/ajax/agenda-items/${removed.id}?revision=${removed.revision}&documents=`),
    });
  };
  return [add, add, move, move, rename, remove];
}

export async function minutesAct({ world, actor, random }: Playing): Promise<Act> {
  const { ledger, meetingId, token } = world;
  const [itemId] = world.itemIds;
  const item = async (): Promise<Item> => {
    const { meeting } = await succeed(actor, 'GET', `/ajax/meetings/${meetingId}`);
    return meeting.agenda_items.find(({ id }: Item) => id === itemId);
  };
  const read = async (): Promise<string> => String((await item()).minutes);
  const minutes = ledger.keep({ name: `minutes ${token}`, value: await read(), read });
  return async () => {
    const { minutes: before, revision } = await item();
    const next = (((before ?? 0) + 1 + random.below(90)) % 100) + 1;
    if (next === before) return;
    await ledger.write(minutes, {
      value: String(next),
      line: { memberId: actor.memberId, action: 'agenda-item.updated' },
      send: () => succeed(actor, 'PATCH', `/ajax/agenda-items/${itemId}`, { minutes: next, revision }),
    });
  };
}
