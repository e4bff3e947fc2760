import { succeed } from './ask.ts';
import type { Ledger } from './ledger.ts';
import { type Actor, members, type Role, type Society } from './people.ts';
import type { Random } from './random.ts';

const dayMs = 86_400_000;

export interface World {
  readonly society: Society;
  readonly ledger: Ledger;
  readonly token: string;
  readonly meetingId: string;
  readonly itemIds: readonly string[];
  readonly poll: { readonly id: string; readonly optionIds: readonly string[] };
  readonly search: { readonly id: string; readonly optionIds: readonly string[] };
  readonly categoryId: string;
  readonly folderIds: readonly string[];
  readonly deciding: Deciding;
  readonly audience: Readonly<Record<'group_ids' | 'member_ids', readonly string[]>> & { readonly whole_board: false };
}

interface Deciding {
  readonly voting: string;
  readonly voteId: string;
  readonly held: string;
  readonly heldItemId: string;
}

export interface Playing {
  readonly world: World;
  readonly actor: Actor;
  readonly random: Random;
}

export type Act = () => Promise<void>;

export const inDays = (days: number): { readonly start: string; readonly end: string } => {
  const start = Date.now() + days * dayMs;
  return { start: new Date(start).toISOString(), end: new Date(start + 7_200_000).toISOString() };
};

export const mailToMembers = (society: Society, about: string) =>
  members.map((role: Role) => ({ to: society.actors[role].signed.email, about }));

interface Publication {
  readonly find: () => Promise<{ readonly id: string; readonly state: string } | null>;
  readonly actions: readonly [drafted: string, published: string];
  readonly draft: () => Promise<unknown>;
  readonly publish: (id: string | undefined) => Promise<unknown>;
  readonly published: string;
  readonly mail: Parameters<Ledger['write']>[1]['mail'] & {};
}

/** Each time it drafts and publishes something with a new title, which begins with `name`. */
export function publishing(
  { world, actor }: Playing,
  name: string,
  publicationOf: (title: string) => Publication,
): Act {
  const { ledger, token } = world;
  let written = 0;
  return async () => {
    written += 1;
    const title = `${name} ${written} ${token}`;
    const { actions, find, draft, publish, published: value, mail } = publicationOf(title);
    const register = ledger.keep({ name: title, value: 'absent', read: async () => (await find())?.state ?? 'absent' });
    const [drafted, published] = actions.map((action) => ({ memberId: actor.memberId, action }));
    await ledger.write(register, { value: 'draft', line: drafted ?? null, send: draft });
    const id = (await find())?.id;
    await ledger.write(register, { value, line: published ?? null, mail, send: () => publish(id) });
  };
}

export async function makeWorld(society: Society, ledger: Ledger, token: string): Promise<World> {
  const { secretary } = society.actors;
  const member_ids = members.map((role) => society.actors[role].memberId);
  const audience = { whole_board: false, group_ids: [], member_ids } as const;
  const call = (method: string, path: string, body: unknown) => succeed(secretary, method, path, body);
  const common = { type: 'hybrid', location: '', join_url: '', description: '', audience };
  const agenda_items = ['Welcome', 'Finance', 'Strategy'].map((title) => ({ title: `${title} ${token}` }));
  const { meeting } = await call('POST', '/ajax/meetings', {
    ...common,
    title: `Meeting ${token}`,
    ...inDays(30),
    agenda_items,
  });
  await call('POST', `/ajax/meetings/${meeting.id}/publish`, {});
  const { poll } = await call('POST', `/ajax/meetings/${meeting.id}/polls`, {
    question: `Poll ${token}`,
    choice: 'single',
    is_anonymous: false,
    results: 'always',
    closes_at: null,
    options: ['Yes', 'No', 'Abstain'],
  });
  const { meeting: search } = await call('POST', '/ajax/meetings', {
    ...common,
    title: `Search ${token}`,
    date_options: [inDays(40), inDays(41), inDays(42)],
  });
  await call('POST', `/ajax/meetings/${search.id}/publish`, {});
  const { id: categoryId } = await call('POST', '/ajax/library/categories', { name: `Shelf ${token}`, audience });
  const folderIds: string[] = [];
  for (const name of ['Left', 'Right']) {
    const place = { kind: 'category', id: categoryId };
    folderIds.push((await call('POST', '/ajax/library/folders', { home: place, name: `${name} ${token}` })).id);
  }
  const deciding = await holdMeetings(society, token);
  ledger.promisedMail.push(...mailToMembers(society, `Meeting ${token}`), ...mailToMembers(society, `Search ${token}`));
  return {
    society,
    ledger,
    token,
    categoryId,
    folderIds,
    audience,
    deciding,
    meetingId: meeting.id,
    itemIds: meeting.agenda_items.map(({ id }: { id: string }) => id),
    poll: { id: poll.id, optionIds: poll.options.map(({ id }: { id: string }) => id) },
    search: { id: search.id, optionIds: search.date_search.options.map(({ id }: { id: string }) => id) },
  };
}

async function holdMeetings(society: Society, token: string): Promise<Deciding> {
  const { secretary, ...others } = society.actors;
  const call = (method: string, path: string, body: unknown) => succeed(secretary, method, path, body);
  const hold = async (name: string): Promise<{ readonly id: string; readonly itemId: string }> => {
    const audience = { whole_board: true, group_ids: [], member_ids: [] };
    const { meeting } = await call('POST', '/ajax/meetings', {
      type: 'hybrid',
      location: '',
      join_url: '',
      description: '',
      audience,
      title: `${name} ${token}`,
      ...inDays(5 / 1440),
      agenda_items: [{ title: `Decisions of ${name} ${token}` }],
    });
    const { id, agenda_items: items } = meeting;
    await call('POST', `/ajax/meetings/${id}/publish`, {});
    await call('POST', `/ajax/meetings/${id}/presence`, { mode: 'in-person' });
    await call('POST', `/ajax/meetings/${id}/room/phase`, { to: 'in-session' });
    return { id, itemId: items.find(({ title }: { title: string }) => title.startsWith('Decisions')).id };
  };
  const [voting, held] = [await hold('Council'), await hold('Session')];
  for (const actor of Object.values(others))
    await succeed(actor, 'POST', `/ajax/meetings/${voting.id}/presence`, { mode: 'remote' });
  const body = { text: `Standing motion ${token}`, mover_id: secretary.memberId };
  const { motions } = await call('POST', `/ajax/agenda-items/${voting.itemId}/motions`, body);
  const opened = await call('POST', `/ajax/motions/${motions[0].id}/votes`, { way: 'named' });
  return { voting: voting.id, voteId: opened.motions[0].votes[0].id, held: held.id, heldItemId: held.itemId };
}
