import { execFile } from 'node:child_process';
import { mkdir, readdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestClient } from './support/client.ts';
import type { MadeAgendaItem, MadeMember } from './support/factories.ts';
import { pdfPaper } from './support/papers.ts';
import { testApp } from './support/test-app.ts';
import { type Uploader, uploader } from './support/upload.ts';

const run = promisify(execFile);
const product = testApp();
let files: string;
let admin: MadeMember;
let item: MadeAgendaItem;
let client: TestClient;
let upload: Uploader;

// Only root can mount a file system.
describe.skipIf(process.getuid?.() !== 0)('a server with a full disk', () => {
  beforeAll(async () => {
    files = join(product.context.config.dataDir, 'files');
    await mkdir(files, { recursive: true });
    await run('mount', ['-t', 'tmpfs', '-o', `size=${4 * 1024 * 1024}`, 'tmpfs', files]);
    await mkdir(join(files, 'uploads'));
    const board = await product.make.board();
    admin = await product.make.member({ board, isBoardAdmin: true });
    item = await product.make.agendaItem({ meeting: await product.make.meeting({ board }) });
    client = await product.signIn(admin);
    upload = await uploader(product.app, product.context, admin);
  });
  afterAll(() => run('umount', [files]));
  beforeEach(async () => {
    paper = Buffer.concat([await pdfPaper(2), Buffer.alloc(1_000_000, '%\n')]);
  });
  afterEach(() => empty());

  let paper: Buffer;
  const filler = () => join(files, 'filler');
  const fill = async (bytesLeft: number): Promise<void> => {
    const { bavail, bsize } = await statfs(files);
    await writeFile(filler(), Buffer.alloc(Math.max(0, bavail * bsize - bytesLeft)));
  };
  const empty = () => rm(filler(), { force: true });
  const stored = async (): Promise<readonly string[]> =>
    (await readdir(files, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile() && entry.name !== 'filler')
      .map(({ name }) => name);
  const attach = (upload_id: string) =>
    client.post('/ajax/documents', { upload_id, home: { kind: 'agenda-item', id: item.id } });
  const rows = () =>
    product.inBoard(admin.boardId, (tx) =>
      tx.selectFrom('documents').select('id').where('deleted_at', 'is', null).execute(),
    );

  test('an upload that does not fit is rejected with 507 and can be continued once there is space', async () => {
    const announced = await upload.announce({ name: 'Report.pdf', length: paper.length });
    const id = announced.headers.get('location')?.split('/').at(-1) ?? '';
    await fill(400_000);
    const refused = await upload.append(id, { offset: 0, bytes: paper });
    expect([refused.status, await refused.json()]).toEqual([507, { status: 'error', msg: '' }]);
    await empty();
    const offset = Number((await upload.inspect(id)).headers.get('upload-offset'));
    expect(offset).toBeLessThan(paper.length);
    expect((await upload.append(id, { offset, bytes: paper.subarray(offset) })).status).toBe(204);
    expect((await attach(id)).status).toBe(200);
    await product.context.runJobs(['drop-upload']);
  });

  test('uploads rejected for lack of space do not count as open uploads', async () => {
    await fill(0);
    for (let nth = 0; nth < 60; nth += 1) {
      const refused = await upload.announce({ name: 'Report.pdf', length: paper.length });
      expect(refused.status).toBe(507);
    }
    await empty();
    expect((await upload.announce({ name: 'Report.pdf', length: paper.length })).status).toBe(201);
  });

  test('an upload cannot be attached until there is space, and no partial file remains', async () => {
    const id = await upload.send({ name: 'Report.pdf', bytes: paper });
    const [before, known] = [await stored(), await rows()];
    await fill(300_000);
    const refused = await attach(id);
    expect([refused.status, refused.json]).toEqual([507, { status: 'error', msg: '' }]);
    expect([await stored(), await rows()]).toEqual([before, known]);
    await empty();
    expect((await attach(id)).status).toBe(200);
    expect(await rows()).toHaveLength(known.length + 1);
  });

  test('the creation of a board book waits until there is storage space', async () => {
    const path = `/ajax/meetings/${item.meetingId}/board-book`;
    expect((await client.post(path, { with_annotations: false })).status).toBe(200);
    const state = async () => (await client.get(path)).json.data.book.state;
    await fill(0);
    await expect(product.context.runJobs(['make-board-book'])).rejects.toThrow(/ENOSPC|cannot write/i);
    expect(await state()).toBe('waiting');
    await empty();
    await product.sql(
      'select graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) from graphile_worker.jobs',
    );
    await product.context.runJobs(['make-board-book']);
    expect(await state()).toBe('made');
  });
});
