import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { SignatureRequest } from '#contract/signatures.ts';
import { sealProblems, signatureMessages } from '#domain/messages/signatures.ts';
import { sealIdIn } from '#domain/signatures.ts';
import { withBoardJobScope } from '#server/db/board-scope.ts';
import { sealSigned, signatureFiles } from '#server/features/deciding/signatures/sealing/commands.ts';
import { productJobs } from '#server/features/jobs.ts';
import type { TestAnswer, TestClient } from '#tests/support/client.ts';
import type { MadeMember } from '#tests/support/factories.ts';
import { jarClient } from '#tests/support/jar-client.ts';
import { linesPaper, type PaperStage, paperStage } from '#tests/support/paper-stage.ts';
import { filledFormPaper } from '#tests/support/papers.ts';
import { makePasskey } from '#tests/support/passkeys.ts';
import { password, tenAtOnce } from '#tests/support/sign-in-stage.ts';
import { testApp } from '#tests/support/test-app.ts';
import { makeSecondFactor } from '#tests/support/two-factor.ts';
import { withFailing } from '#tests/support/with-failing.ts';

const server = testApp();
const now = '2026-11-16T12:00:00Z';
/** Leaves out page previews and text extraction, because they are slow. */
const neededJobs = ['send-mail', 'send-user-mail', 'seal-signed-file'];
let stage: PaperStage;
let ada: MadeMember;
let ben: MadeMember;
let asAda: TestClient;
let asBen: TestClient;
let paper: Buffer;
let document: { readonly id: string; readonly version_id: string };

const makePerson = async () => server.make.member({ board: stage.board, user: await server.make.user({ password }) });

beforeEach(async () => {
  server.context.clock.set(now);
  await server.sql('delete from rate_limits');
  stage = await paperStage(server);
  [ada, ben] = [await makePerson(), await makePerson()];
  [asAda, asBen] = [await server.signIn(ada), await server.signIn(ben)];
  const meeting = await server.make.meeting({ board: stage.board });
  paper = await linesPaper('The lease', 'Page two');
  document = (await stage.attach({ kind: 'meeting', id: meeting.id }, { name: 'lease.pdf', bytes: paper })).json.data
    .document;
});

const subject = () => ({ kind: 'document', id: document.id });
const ask = (body: object = {}, by = stage.admin) =>
  by.post('/ajax/signature-requests', {
    subject: subject(),
    signers: [
      { member_id: ada.id, capacity: 'Chair' },
      { member_id: ben.id, capacity: '' },
    ],
    last_day: '2026-11-30',
    note: 'Please read page two.',
    ...body,
  });
const asked = async (body: object = {}): Promise<SignatureRequest> => (await ask(body)).json.data.request;
const fileOf = ({ id, version_id, sha256 }: SignatureRequest) => ({ request_id: id, version_id, sha256 });
const confirm = (request: SignatureRequest, by: TestClient, more: object = {}) =>
  by.post('/ajax/signing/password', { file: fileOf(request), password, ...more });
const sign = (request: SignatureRequest, by: TestClient, more: object = {}) => {
  const { version_id, sha256 } = request;
  return by.post(`/ajax/signature-requests/${request.id}/sign`, { version_id, sha256, agrees: true, ...more });
};
const confirmAndSign = async (request: SignatureRequest, by: TestClient) => {
  await confirm(request, by);
  return sign(request, by);
};
const voidRequest = ({ id }: SignatureRequest) =>
  stage.admin.post(`/ajax/signature-requests/${id}/void`, { reason: 'Wrong file.' });
const signAll = async (request: SignatureRequest): Promise<void> => {
  for (const by of [asAda, asBen]) expect((await confirmAndSign(request, by)).json.status).toBe('success');
};
const read = async (id: string, by = stage.admin): Promise<SignatureRequest> =>
  (await by.get(`/ajax/signature-requests/${id}`)).json.data?.request;
const message = ({ json }: TestAnswer): string => json.msg;
const check = async (id: string) => {
  const job = productJobs(server.context).find(({ name }) => name === 'check-signatures');
  await job?.handle({ board_id: stage.board.id, id }, { attempt: 1, isLast: true });
};
const subjects = async (to: MadeMember): Promise<readonly string[]> => {
  await server.context.runJobs(neededJobs);
  return server.context.sent.filter(({ to: { address } }) => address === to.email).map(({ subject: each }) => each);
};
const seal = ({ id }: SignatureRequest, context = server.context) =>
  sealSigned(context, { boardId: stage.board.id, requestId: id });
const versions = async () => (await stage.admin.get(`/ajax/documents/${document.id}/versions`)).json.data.versions;
const verify = (sha256: string, seal_id: string | null) =>
  server
    .stranger()
    .post('/ajax/verify', { sha256, seal_id })
    .then(({ json }) => json.data);
const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

test('signers are notified by email and under “Waiting for you”, and the last signature creates one sealed version', async () => {
  const request = await asked();
  expect(await subjects(ada)).toEqual([expect.stringMatching(/^Please sign: lease/)]);
  const waiting = async () => (await asAda.get('/ajax/waiting')).json.data.items;
  expect(await waiting()).toMatchObject([{ kind: 'signature', id: request.id, due_on: '2026-11-30' }]);
  const original = await asAda.get(`/signature-requests/${request.id}/file?board=${stage.board.id}`);
  expect([hashOf(original.bytes), original.bytes.equals(paper)]).toEqual([request.sha256, true]);
  await signAll(request);
  expect(await waiting()).toEqual([]);
  expect((await read(request.id)).state).toBe('complete');
  await server.context.runJobs(neededJobs);
  const done = await read(request.id, asAda);
  expect(done.signers).toMatchObject([
    { capacity: 'Chair', method: 'password', signed_at: '2026-11-16T12:00:00.000Z', is_self: true },
    { method: 'password', is_self: false },
  ]);
  expect(await versions()).toMatchObject([{ number: 2, filename: 'lease (signed).pdf' }, { number: 1 }]);
  const signed = await asBen.get(`/signature-requests/${request.id}/file?board=${stage.board.id}&copy=signed`);
  expect(signed.bytes.subarray(0, paper.length).equals(paper)).toBe(true);
  expect(hashOf(signed.bytes)).toBe(done.sealed_sha256);
  expect(await subjects(ben)).toContainEqual(expect.stringMatching(/^Signed by all: lease/));
  const id = sealIdIn(signed.bytes.toString('latin1'));
  expect(await verify(done.sealed_sha256 ?? '', id)).toMatchObject({
    result: 'sealed',
    board: stage.board.title,
    signers: [{ capacity: 'Chair' }, {}],
  });
  expect(await verify(request.sha256, id)).toEqual({ result: 'changed' });
  expect(await verify(request.sha256, null)).toEqual({ result: 'unknown' });
});

test('simultaneous attempts to seal a document create only one version', async () => {
  const request = await asked();
  await signAll(request);
  await Promise.all([1, 2].map(() => seal(request)));
  await server.context.runJobs(neededJobs);
  expect(await versions()).toHaveLength(2);
  expect(await server.sql('select from seal_keys where board_id = $1', [stage.board.id])).toHaveLength(1);
});

test('an interrupted sealing creates no version, and the next attempt succeeds', async () => {
  const request = await asked();
  await signAll(request);
  const { storage } = server.context;
  const stored: string[] = [];
  const stopsAfterStoring: typeof storage.putFile = async (key, path) => {
    await storage.putFile(key, path);
    stored.push(key);
    throw new Error('The process was killed.');
  };
  const dying = { ...server.context, storage: { ...storage, putFile: stopsAfterStoring } };
  await expect(seal(request, dying)).rejects.toThrow('killed');
  const failing = { table: 'signature_requests', on: 'update', when: 'new.sealed_at is not null' } as const;
  await withFailing(server.context, failing, () => expect(seal(request)).rejects.toThrow('This fails.'));
  expect([stored.length, (await versions()).length, (await read(request.id)).sealed_at]).toEqual([1, 1, null]);
  const inUse = await withBoardJobScope(server.context, stage.board.id, (scope) =>
    signatureFiles.filterKeysInUse(scope, stored),
  );
  expect(inUse).toEqual([]);
  await seal(request);
  expect(await versions()).toHaveLength(2);
});

describe('the confirmation of a signature', () => {
  test('can be used for only one signature, even by ten simultaneous requests', async () => {
    const request = await asked();
    await confirm(request, asAda);
    const answers = await tenAtOnce(() => sign(request, asAda));
    expect(answers.filter(({ json }) => json.status === 'success')).toHaveLength(1);
    const log = `select from audit_entries where board_id = $1 and action = 'signature.signed'`;
    expect(await server.sql(log, [stage.board.id])).toHaveLength(1);
  });

  test('must come from the signer, apply to the same file, and be neither expired nor already used', async () => {
    const request = await asked();
    const missing = signatureMessages.notConfirmed;
    expect(message(await sign(request, asAda))).toBe(missing);
    await confirm(request, asBen);
    expect(message(await sign(request, asAda))).toBe(missing);
    const other = { ...request, sha256: 'ab'.repeat(32) };
    await confirm(other, asAda);
    expect(message(await sign(request, asAda))).toBe(missing);
    expect(message(await sign(other, asAda))).toBe(signatureMessages.changed);
    await confirm(request, asAda);
    server.context.clock.advance({ minutes: 6 });
    expect(message(await sign(request, asAda))).toBe(missing);
    expect((await confirmAndSign(request, asAda)).json.status).toBe('success');
    expect(message(await sign(request, asAda))).toBe(signatureMessages.alreadySigned);
    const next = { ...request, ...(await read(request.id)) };
    expect(next.signers.filter(({ signed_at: at }) => at !== null)).toHaveLength(1);
  });

  test('by password needs the right password, and a code if the account has an authenticator app', async () => {
    const request = await asked();
    expect((await confirm(request, asAda, { password: 'wrong' })).status).toBe(422);
    const factor = await makeSecondFactor(server.context, ada.userId ?? '');
    asAda = await server.signIn(ada);
    expect((await confirm(request, asAda)).status).toBe(422);
    expect((await confirm(request, asAda, { code: '000000' })).json.errors).toEqual({
      code: signatureMessages.wrongCode,
    });
    await confirm(request, asAda, { code: factor.codeAt(server.context.clock.now()) });
    await sign(request, asAda);
    expect((await read(request.id)).signers[0]).toMatchObject({ method: 'password-code' });
  });

  test('by passkey covers the version and its SHA-256, and the assertion is stored', async () => {
    const request = await asked();
    const browser = jarClient(server.app);
    await browser.post('/login', { email: ada.email, password });
    await browser.post('/user/confirm-password', { password });
    const { passkey } = await makePasskey(browser);
    asAda = await server.signIn(ada);
    const { options } = (await browser.post('/ajax/signing/passkey-options', fileOf(request))).json.data;
    const challenge = Buffer.from(options.challenge, 'base64url').toString('hex');
    expect(challenge.slice(64)).toBe([request.id, request.version_id, request.sha256].join('').replaceAll('-', ''));
    const signed = passkey.sign(options);
    expect((await browser.post('/ajax/signing/passkey', { signed })).json.status).toBe('success');
    expect((await browser.post('/ajax/signing/passkey', { signed })).json.msg).toMatch(/did not work/);
    await sign(request, asAda);
    const [kept] = await server.sql('select assertion from signers where member_id = $1', [ada.id]);
    expect(kept?.assertion).toMatchObject({ signature: signed.signature, client_data: signed.client_data });
    const refused = await browser.post('/ajax/signing/password', { file: fileOf(request), password });
    expect(refused.json.msg).toBe(signatureMessages.usePasskey);
  });
});

describe('a signature request', () => {
  test('locks the document until the request ends', async () => {
    const request = await asked();
    const replace = () => stage.replace(document.id, { name: 'new.pdf', bytes: paper });
    const acts = [
      replace,
      () => stage.admin.patch(`/ajax/documents/${document.id}`, { title: 'Another name' }),
      () => stage.admin.delete(`/ajax/documents/${document.id}`),
    ];
    for (const act of acts) expect(message(await act())).toBe(signatureMessages.voidFirst);
    expect(message(await ask())).toBe(signatureMessages.voidFirst);
    await voidRequest(request);
    expect((await read(request.id)).state).toBe('voided');
    expect((await replace()).json.status).toBe('success');
  });

  test('prevents its document’s meeting, folder or category from being deleted', async () => {
    const meeting = await server.make.meeting({ board: stage.board, state: 'draft' });
    const category = await server.make.category({ board: stage.board });
    const folder = await server.make.folder({ category });
    const inner = await server.make.folder({ parent: folder });
    const item = { kind: 'folder', id: folder.id };
    const places = [
      [{ kind: 'meeting', id: meeting.id }, () => stage.admin.delete(`/ajax/meetings/${meeting.id}`)],
      [{ kind: 'folder', id: inner.id }, () => stage.admin.post('/ajax/library/delete', { items: [item] })],
      [{ kind: 'category', id: category.id }, () => stage.admin.delete(`/ajax/library/categories/${category.id}`)],
    ] as const;
    for (const [home, remove] of places) {
      const paperThere = (await stage.attach(home, { name: 'lease.pdf', bytes: paper })).json.data.document;
      const request = await asked({
        subject: { kind: 'document', id: paperThere.id },
        signers: [{ member_id: stage.secretary.id, capacity: '' }],
      });
      expect(message(await remove())).toBe(signatureMessages.voidFirstInside);
      await voidRequest(request);
      expect((await remove()).json.status).toBe('success');
    }
  });

  test('ends when a signer declines with a reason, and the requester is notified', async () => {
    const request = await asked();
    const decline = (reason: string) => asBen.post(`/ajax/signature-requests/${request.id}/decline`, { reason });
    expect((await decline('')).status).toBe(422);
    await decline('Page two is outdated.');
    expect(await read(request.id, asAda)).toMatchObject({ state: 'declined', reason: 'Page two is outdated.' });
    expect(await subjects(stage.secretary)).toContainEqual(expect.stringMatching(/^Not signed: lease/));
    expect(message(await confirmAndSign(request, asAda))).toBe(signatureMessages.closed);
  });

  test('ends after its last day in the board’s time zone, with reminders three days and one day before', async () => {
    const request = await asked();
    const on = async (time: string) => {
      server.context.clock.set(time);
      await check(request.id);
      return (await subjects(ada)).filter((each) => each.startsWith('Your signature')).length;
    };
    const days = ['2026-11-26T12:00:00Z', '2026-11-27T18:00:00Z', '2026-11-28T18:00:00Z', '2026-11-29T18:00:00Z'];
    const counts: number[] = [];
    for (const day of [...days, '2026-11-30T20:00:00Z']) counts.push(await on(day));
    expect(counts).toEqual([0, 1, 1, 2, 2]);
    server.context.clock.set('2026-12-01T12:00:00Z');
    [asAda, stage] = [await server.signIn(ada), { ...stage, admin: await server.signIn(stage.secretary) }];
    expect(message(await confirmAndSign(request, asAda))).toBe(signatureMessages.closed);
    await check(request.id);
    expect((await read(request.id, stage.admin)).state).toBe('expired');
  });

  test('ends when a signer who has not signed can no longer see the document, but not when one who has signed leaves', async () => {
    const request = await asked();
    await confirmAndSign(request, asAda);
    await server.sql(`update members set status = 'inactive' where id = $1`, [ada.id]);
    await check(request.id);
    expect((await read(request.id)).state).toBe('open');
    await server.sql(`update audiences set whole_board = false where board_id = $1`, [stage.board.id]);
    expect((await asBen.get(`/ajax/signature-requests/${request.id}`)).status).toBe(404);
    await check(request.id);
    expect((await read(request.id)).state).toBe('ended');
  });

  test('has its deadline extended by the length of a suspension of the board', async () => {
    const request = await asked();
    const set = (value: string) =>
      server.sql(`update boards set suspended_at = ${value} where id = $1`, [stage.board.id]);
    await set('now()');
    await server.sql(`update signature_requests set stopped_at = stopped_at - interval '60 hours' where id = $1`, [
      request.id,
    ]);
    await set('null');
    expect((await read(request.id)).last_day).toBe('2026-12-03');
  });

  test('is visible only to those involved, and can be made only by editors for members who see the document', async () => {
    const request = await asked();
    const address = `/signature-requests/${request.id}`;
    for (const path of [`/ajax${address}`, `${address}/file?board=${stage.board.id}`])
      expect((await stage.member.get(path)).status).toBe(404);
    expect((await sign(request, stage.admin)).status).toBe(404);
    expect((await ask({}, stage.member)).status).toBe(403);
    await voidRequest(request);
    const stranger = await server.make.member();
    const signers = [{ member_id: stranger.id, capacity: '' }];
    expect(message(await ask({ signers }))).toBe(signatureMessages.cannotSee);
    expect((await ask({ last_day: '2026-11-15' })).status).toBe(422);
  });

  test('is rejected for a PDF of an announcement', async () => {
    const { id } = await server.make.announcement({ board: stage.board });
    const attached = await stage.attach({ kind: 'announcement', id }, { name: 'lease.pdf', bytes: paper });
    const answer = await ask({ subject: { kind: 'document', id: attached.json.data.document.id } });
    expect(message(answer)).toBe(signatureMessages.notSignable);
  });

  test('is rejected for a PDF whose visible content could change, such as a form', async () => {
    await stage.replace(document.id, { name: 'form.pdf', bytes: await filledFormPaper() });
    expect(message(await ask())).toBe(sealProblems.form);
  });
});
