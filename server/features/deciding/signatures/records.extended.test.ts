import { describe, expect, test } from 'vitest';
import type { SignatureRequest } from '#contract/signatures.ts';
import { minutesMessages } from '#domain/messages/meeting-minutes.ts';
import { signatureMessages } from '#domain/messages/signatures.ts';
import { bytesOfFile, keepSigningConfirmation } from '#server/features/access/signing-confirmations/commands.ts';
import { type Actor, message } from '#tests/support/boardroom.ts';
import { minutesStage } from '#tests/support/minutes-stage.ts';
import { makeWritten, makeWrittenFile } from '#tests/support/resolutions.ts';
import { testApp } from '#tests/support/test-app.ts';
import { makeWithheld } from '#tests/support/withheld.ts';

const server = testApp();
const { stage, minutes } = minutesStage(server);
const { ada, bea, cleo, dora } = stage;

const ask = (subject: object, signers: readonly { readonly id: string }[], by = bea) =>
  by.post('/ajax/signature-requests', {
    subject,
    signers: signers.map(({ id }) => ({ member_id: id, capacity: 'Chair' })),
    last_day: '2026-12-31',
    note: '',
  });
const sign = async (by: Actor, { id, version_id, sha256 }: SignatureRequest) => {
  const fileBytes = bytesOfFile({ request_id: id, version_id, sha256 });
  const userId = (await stage.query('select user_id from members where id = $1', [by.id])).rows[0]?.user_id;
  await keepSigningConfirmation(server.context, { userId, fileBytes, method: 'password', name: '', assertion: null });
  const answer = await by.post(`/ajax/signature-requests/${id}/sign`, { version_id, sha256, agrees: true });
  await server.context.runJobs();
  return answer;
};
const ofMinutes = () => ({ kind: 'minutes', id: stage.meeting.id });

test('signing approved minutes appends to their PDF and leaves its original bytes unchanged', async () => {
  await minutes.holdAndCirculate();
  expect(message(await ask(ofMinutes(), [cleo]))).toBe(signatureMessages.notFinal);
  await minutes.close(await minutes.vote());
  await server.context.runJobs();
  expect((await ask(ofMinutes(), [cleo], dora)).status).toBe(403);
  const { request } = (await ask(ofMinutes(), [cleo])).json.data;
  expect(request.title).toBe('Minutes of November Board Meeting');
  const path = (copy: string) => `/signature-requests/${request.id}/file?board=${stage.board.id}&copy=${copy}`;
  const approved = await bea.get(`/meetings/${stage.meeting.id}/minutes/file?board=${stage.board.id}&format=pdf`);
  expect((await cleo.get(path('original'))).bytes.equals(approved.bytes)).toBe(true);
  await sign(cleo, request);
  const signed = await cleo.get(path('signed'));
  expect(signed.bytes.subarray(0, approved.bytes.length).equals(approved.bytes)).toBe(true);
  expect(signed.bytes.includes('ETSI.CAdES.detached')).toBe(true);
});

test('minutes cannot be signed by members from whom part of the minutes is withheld', async () => {
  await minutes.approve();
  await server.context.runJobs();
  await makeWithheld(server.context, { item: stage.itemAt(1), from: cleo, by: ada });
  const query = `kind=minutes&id=${stage.meeting.id}`;
  const { candidates } = (await bea.get(`/ajax/signature-requests?${query}`)).json.data;
  const ids = candidates.map(({ id }: { readonly id: string }) => id);
  expect([ids.includes(bea.id), ids.includes(cleo.id)]).toEqual([true, false]);
  expect(message(await ask(ofMinutes(), [cleo]))).toBe(signatureMessages.cannotSee);
});

test('a resolution can be signed once its PDF has been generated', async () => {
  const boardId = stage.board.id;
  const { id } = await makeWritten(server.context, { boardId, by: ada, title: 'Roof', state: 'circulating' });
  expect(message(await ask({ kind: 'resolution', id }, [cleo], ada))).toBe(signatureMessages.notFinal);
  await makeWrittenFile(server.context, { boardId, id });
  expect((await ask({ kind: 'resolution', id }, [cleo], ada)).json.data.request.state).toBe('open');
});

test('a resolution carried in a meeting can be signed only by members who can see its item, and only until its vote is voided', async () => {
  await minutes.hold();
  const votes = `select id from votes where state = 'carried' and board_id = $1`;
  const [vote] = (await stage.query(votes, [stage.board.id])).rows;
  const subject = { kind: 'vote', id: vote?.id };
  const file = await cleo.get(`/resolutions/${vote?.id}/pdf?board=${stage.board.id}`);
  expect(file.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect((await ask(subject, [cleo], dora)).status).toBe(403);
  await makeWithheld(server.context, { item: stage.itemAt(1), from: dora, by: ada });
  expect(message(await ask(subject, [dora]))).toBe(signatureMessages.cannotSee);
  expect((await dora.get(`/resolutions/${vote?.id}/pdf?board=${stage.board.id}`)).status).toBe(404);
  const { request } = (await ask(subject, [cleo])).json.data;
  expect(request.title).toBe('2026-001 Wharf Road');
  const declareVoid = () => bea.post(`/ajax/votes/${vote?.id}/void`, { reason: 'Counted wrongly.' });
  expect(message(await declareVoid())).toBe(signatureMessages.voidFirst);
  await sign(cleo, request);
  const [sealed] = (await stage.query('select sealed_at from signature_requests where id = $1', [request.id])).rows;
  expect(sealed?.sealed_at).not.toBeNull();
  await declareVoid();
  expect((await ask(subject, [cleo])).status).toBe(404);
  expect((await cleo.get(`/ajax/signature-requests/${request.id}`)).status).toBe(200);
});

describe('minutes that are approved by signature', () => {
  const signers = () => [
    { member_id: cleo.id, capacity: 'Chair' },
    { member_id: bea.id, capacity: 'Secretary' },
  ];
  const circulate = async (): Promise<SignatureRequest> => {
    await minutes.circulate({ signers: signers() });
    return open();
  };
  const open = async (): Promise<SignatureRequest> => {
    await server.context.runJobs();
    const { requests } = (await bea.get(`/ajax/signature-requests?kind=minutes&id=${stage.meeting.id}`)).json.data;
    return requests[0];
  };
  const held = async () => {
    await stage.settings({ minutes_approval: 'signatures' });
    await minutes.hold();
  };

  test('are sent to the chosen signers, and the last signature approves them', async () => {
    await held();
    expect((await minutes.circulate()).json.errors).toEqual({ signers: minutesMessages.chooseSigners });
    const request = await circulate();
    expect(request.signers).toMatchObject([{ capacity: 'Chair' }, { capacity: 'Secretary' }]);
    expect((await minutes.shown()).decision).toEqual({ kind: 'signatures', is_open: true });
    await sign(cleo, request);
    expect((await minutes.shown()).state).toBe('circulated');
    expect((await sign(bea, request)).json.status).toBe('success');
    expect(await minutes.shown()).toMatchObject({
      state: 'approved',
      has_pdf: true,
      approval: { kind: 'signatures', number: null, resolution_id: null },
    });
    expect(await minutes.mailed('minutes-approved')).toContain(ada.id);
    const entries = `select from audit_entries where action = 'minutes.approved' and board_id = $1`;
    const log = await stage.query(entries, [stage.board.id]);
    expect(log.rows).toHaveLength(1);
  });

  test('cannot be corrected or voted on until the request is voided, and can then be sent again', async () => {
    await held();
    const request = await circulate();
    const refusals = [minutes.save(1, 'Late.', 0), minutes.circulate({ signers: signers() })];
    for (const refused of await Promise.all(refusals)) expect(message(refused)).toBe(signatureMessages.voidFirst);
    await stage.settings({ minutes_approval: 'next-meeting' });
    await minutes.place();
    expect(message(await stage.open('named', { id: await minutes.moveApproval() }))).toBe(signatureMessages.voidFirst);
    await stage.settings({ minutes_approval: 'signatures' });
    await bea.post(`/ajax/signature-requests/${request.id}/void`, { reason: 'A word is missing.' });
    expect((await minutes.shown()).state).toBe('circulated');
    await minutes.save(1, 'A word more.', 0);
    expect(message(await ask(ofMinutes(), [cleo]))).toBe(minutesMessages.circulateFirst);
    expect((await circulate()).sha256).not.toBe(request.sha256);
  });

  test('remain circulated if a signer declines, and can be sent for signature again without changes', async () => {
    await held();
    const request = await circulate();
    await cleo.post(`/ajax/signature-requests/${request.id}/decline`, { reason: 'Not as I said it.' });
    expect(await minutes.shown()).toMatchObject({ state: 'circulated', can: { circulate: true } });
    await sign(cleo, (await ask(ofMinutes(), [cleo])).json.data.request);
    expect((await minutes.shown()).state).toBe('approved');
  });
});
