import { createHash } from 'node:crypto';
import { orInterrupted, succeed } from '#assurance/faults/ask.ts';
import { Interrupted, type Register } from '#assurance/faults/ledger.ts';
import type { Act, Playing } from '#assurance/faults/world.ts';
import { pdfPaper } from '#tests/support/papers.ts';

const tus = { 'tus-resumable': '1.0.0' };
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

interface Found {
  readonly id: string;
}

export async function paperActs(
  playing: Playing,
  untilCalm: (error: Interrupted) => Promise<void>,
): Promise<readonly Act[]> {
  const { world, actor, random } = playing;
  const { ledger, meetingId, token } = world;
  const line = (action: string) => ({ memberId: actor.memberId, action: `document.${action}` });
  const find = async (title: string): Promise<Found | null> => {
    const { meeting } = await succeed(actor, 'GET', `/ajax/meetings/${meetingId}`);
    const there = meeting.agenda_items.flatMap(({ documents }: { documents: readonly unknown[] }) => documents);
    return there.find((document: { title: string }) => document.title === title) ?? null;
  };
  const findDeleted = async (title: string): Promise<Found | null> => {
    const { documents } = await succeed(actor, 'GET', `/ajax/documents/deleted/meeting/${meetingId}`);
    return documents.find((document: { title: string }) => document.title === title) ?? null;
  };
  const read = async (title: string): Promise<string> => {
    const found = await find(title);
    if (found === null) return (await findDeleted(title)) === null ? 'absent' : 'deleted';
    const served = await orInterrupted(() => actor.signed.client.raw('GET', `/document/${found.id}`, {}));
    return served.status === 200 ? sha256(Buffer.from(await served.arrayBuffer())) : `served as ${served.status}`;
  };
  const papers: (Register & { digest: string })[] = [];

  const attach: Act = async () => {
    const title = `Paper ${papers.length} ${token}.pdf`;
    const bytes = Buffer.concat([await pdfPaper(1 + random.below(4)), Buffer.from(`%${token} ${papers.length}\n`)]);
    const digest = sha256(bytes);
    const kept = ledger.keep({ name: title, value: 'absent', read: () => read(title) });
    const register = Object.assign(kept, { digest });
    papers.push(register);
    const upload_id = await send(playing, { name: title, bytes, untilCalm });
    const place = { kind: 'agenda-item', id: random.pick(world.itemIds) };
    await ledger.write(register, {
      value: digest,
      line: line('added'),
      send: () => succeed(actor, 'POST', '/ajax/documents', { upload_id, home: place }),
    });
  };
  const remove: Act = async () => {
    const there = papers.filter(({ acknowledged, digest }) => acknowledged === digest);
    if (there.length === 0) return attach();
    const register = random.pick(there);
    const found = await find(register.name);
    await ledger.write(register, {
      value: 'deleted',
      line: line('deleted'),
      send: () => succeed(actor, 'DELETE', `/ajax/documents/${found?.id}`),
    });
  };
  const restore: Act = async () => {
    const deleted = papers.filter(({ acknowledged }) => acknowledged === 'deleted');
    if (deleted.length === 0) return attach();
    const register = random.pick(deleted);
    const found = await findDeleted(register.name);
    await ledger.write(register, {
      value: register.digest,
      line: line('restored'),
      send: () => succeed(actor, 'POST', `/ajax/documents/${found?.id}/restore`),
    });
  };
  return [attach, attach, remove, restore];
}

export async function sendPaper(playing: Playing): Promise<string> {
  const { world, actor } = playing;
  const untilCalm = () => Promise.reject(new Error('Nothing was killed yet.'));
  const bytes = await pdfPaper(2);
  const upload_id = await send(playing, { name: `Report ${world.token}.pdf`, bytes, untilCalm });
  const place = { kind: 'agenda-item', id: world.itemIds[0] };
  const { document } = await succeed(actor, 'POST', '/ajax/documents', { upload_id, home: place });
  return document.id;
}

interface Sending {
  readonly name: string;
  readonly bytes: Buffer;
  readonly untilCalm: (error: Interrupted) => Promise<void>;
}

async function send({ world, actor }: Playing, { name, bytes, untilCalm }: Sending): Promise<string> {
  const { client } = actor.signed;
  const metadata = `filename ${Buffer.from(name).toString('base64')}`;
  const headers = { ...tus, 'upload-length': String(bytes.length), 'upload-metadata': metadata };
  const announced = await orInterrupted(() => client.raw('POST', '/ajax/uploads', { headers }));
  if (announced.status !== 201) throw new Error(`${name} was not announced: ${announced.status}`);
  const path = announced.headers.get('location') ?? '';
  let acknowledged = 0;
  for (let offset = 0; offset < bytes.length; ) {
    const end = offset === 0 ? Math.ceil(bytes.length / 2) : bytes.length;
    const type = 'application/offset+octet-stream';
    const part = { ...tus, 'upload-offset': String(offset), 'content-type': type };
    try {
      const received = await orInterrupted(() =>
        client.raw('PATCH', path, { body: bytes.subarray(offset, end), headers: part }),
      );
      if (received.status !== 204) throw new Error(`${name} was not received: ${received.status}`);
      acknowledged = Number(received.headers.get('upload-offset'));
      offset = acknowledged;
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error;
      await untilCalm(error);
      const asked = await orInterrupted(() => client.raw('HEAD', path, { headers: tus }));
      offset = Number(asked.headers.get('upload-offset'));
      if (asked.status === 200 && offset >= acknowledged && offset <= bytes.length) continue;
      world.ledger.lose(`Of ${name} ${acknowledged} bytes were acknowledged, and ${asked.status} says ${offset}.`);
      throw error;
    }
  }
  return path.split('/').at(-1) ?? '';
}

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
