import { describe, expect, test } from 'vitest';
import { resolutionMessages } from '#domain/messages/resolutions.ts';
import { message } from '#tests/support/boardroom.ts';
import { testApp } from '#tests/support/test-app.ts';
import { writtenStage } from '#tests/support/written-stage.ts';

const server = testApp();
const { stage, written } = writtenStage(server);
const { ada, bea, cleo, sol, query } = stage;
const { draft, send, read, register } = written;

describe('papers of a written resolution', () => {
  const titles = async (id: string) => (await read(id)).documents.map(({ title }) => title);

  test('are visible only to officers and editors until the resolution circulates, and then to the whole body', async () => {
    const { board } = stage;
    const lead = await server.make.member({ board, firstName: 'Lea' });
    const group = await server.make.group({ board, name: 'Audit', members: [bea, cleo], admins: [lead] });
    await stage.body({ chair_id: sol.id }, group.id);
    const make = async (name: string, rest: object = {}) => {
      const id = await draft(rest);
      return { name, id, paper: await written.addPaper(id, `Quartz ${name}`) };
    };
    const ofGroup = { body_id: group.id };
    const all = [
      await make('draft of the board'),
      await make('draft of the group', ofGroup),
      await make('in the board'),
      await make('in the group', ofGroup),
    ];
    for (const { id } of all.slice(2)) expect((await send(id)).json.status).toBe('success');
    const namesIn = (answer: unknown) =>
      all.filter(({ paper }) => JSON.stringify(answer).includes(paper.id)).map(({ name }) => name);
    for (const [member, seen] of [
      [ada, all.map(({ name }) => name)],
      [lead, ['draft of the group', 'in the board', 'in the group']],
      [sol, ['draft of the group', 'in the board', 'in the group']],
      [bea, ['in the board', 'in the group']],
      [await server.make.member({ board }), ['in the board']],
      [await server.make.member({ board: await server.make.board() }), []],
    ] as const) {
      const client = await server.signIn(member);
      const listed = (await register(client)).open.map(({ id }) => id);
      expect(all.filter(({ id }) => listed.includes(id)).map(({ name }) => name)).toEqual(seen);
      for (const { name, id, paper } of all) {
        const isSeen = (seen as readonly string[]).includes(name);
        const answers = [await client.get(`/ajax/resolutions/${id}`), await client.get(`/ajax/documents/${paper.id}`)];
        expect(
          answers.map(({ status }) => status),
          name,
        ).toEqual(isSeen ? [200, 200] : [404, 404]);
        if (isSeen) expect((await read(id, client)).documents).toHaveLength(1);
      }
      const found = (await client.post('/search', { itemType: 'documents', searchString: 'quartz' })).json.data;
      expect(namesIn(found)).toEqual(seen);
      const onDashboard = namesIn((await client.get('/ajax/dashboard')).json.data);
      expect(onDashboard).toEqual(seen.filter((name) => name.startsWith('in')));
    }
  });

  test('can be changed only by officers and editors, and only until the resolution circulates', async () => {
    const id = await draft();
    const paper = await written.addPaper(id, 'Agreement');
    const letter = await written.addPaper(id, 'Letter');
    const home = { kind: 'resolution', id };
    const rename = (title: string, by = ada) => by.patch(`/ajax/documents/${paper.id}`, { title });
    const move = () => ada.post(`/ajax/documents/${letter.id}/move`, { home, before_id: paper.id });
    const remove = (of = letter) => ada.delete(`/ajax/documents/${of.id}`);
    const link = (by = ada) => by.post('/ajax/library/links', { home, title: 'Rates', url: 'https://example.com' });
    expect([(await rename('Mine', bea)).status, (await link(bea)).status]).toEqual([404, 404]);
    for (const answer of [await rename('Renewal agreement'), await move(), await link()]) {
      expect(answer.json.status).toBe('success');
    }
    expect(await titles(id)).toEqual(['Letter', 'Renewal agreement', 'Rates']);
    const left = await written.addPaper(id, 'Left out');
    expect((await remove(left)).json.status).toBe('success');
    const elsewhere = await written.addPaper(await draft(), 'Of another one');
    expect((await read(id)).can.edit_papers).toBe(true);
    expect((await remove()).json.status).toBe('success');
    expect((await ada.post(`/ajax/documents/${letter.id}/restore`)).json.status).toBe('success');
    expect((await send(id)).json.status).toBe('success');
    expect((await read(id)).can.edit_papers).toBe(false);
    for (const { status } of [await rename('Another agreement'), await remove(), await move()])
      expect(status).toBe(403);
    expect(message(await link())).toBe(resolutionMessages.circulated);
    expect((await link(bea)).status).toBe(403);
    expect(await titles(id)).toEqual(['Letter', 'Renewal agreement', 'Rates']);
    const changes = [
      `update documents set title = 'x' where id = '${paper.id}'`,
      `update documents set deleted_at = now() where id = '${paper.id}'`,
      `delete from documents where id = '${paper.id}'`,
      `update documents set deleted_at = null where id = '${left.id}'`,
      `update documents set written_resolution_id = '${id}' where id = '${elsewhere.id}'`,
      `insert into documents (board_id, title, extension, mime_type, written_resolution_id) values ('${stage.board.id}', 'x', 'pdf', 'application/pdf', '${id}')`,
      `insert into document_versions (board_id, document_id, number, filename, storage_key, byte_size, sha256)
       select board_id, document_id, 2, filename, storage_key || 'x', byte_size, sha256 from document_versions where document_id = '${paper.id}'`,
      `update written_resolutions set papers = '[]' where id = '${id}'`,
    ];
    for (const each of changes) await expect(query(each), each).rejects.toThrow(/put to the vote|circulates/);
  });

  test('are recorded and listed in the email when the resolution is circulated', async () => {
    const id = await draft();
    const paper = await written.addPaper(id, 'Renewal agreement');
    await written.addPaper(await draft(), 'Of another one');
    const before = server.context.sent.length;
    await send(id);
    await server.context.runJobs();
    const addresses = new Set(stage.voters.map(({ email }) => email));
    const letters = server.context.sent.slice(before).filter(({ to }) => addresses.has(to.address));
    expect(letters).toHaveLength(3);
    for (const letter of letters) expect(letter.text).toContain('Papers: Renewal agreement');
    const { rows } = await query('select papers from written_resolutions where id = $1', [id]);
    const recorded = { document_id: paper.id, title: 'Renewal agreement', version_id: paper.versionId };
    expect(rows).toEqual([{ papers: [recorded] }]);
  });
});
