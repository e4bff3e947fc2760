import { expect, test } from 'vitest';
import { signatureMessages } from '#domain/messages/signatures.ts';
import { bytesOfFile, keepSigningConfirmation } from '#server/features/access/signing-confirmations/commands.ts';
import { message } from '#tests/support/boardroom.ts';
import { minutesStage } from '#tests/support/minutes-stage.ts';
import { makeWritten, makeWrittenFile } from '#tests/support/resolutions.ts';
import { testApp } from '#tests/support/test-app.ts';

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
const ofMinutes = () => ({ kind: 'minutes', id: stage.meeting.id });

test('approved minutes are signed as they were approved, and the signed PDF is kept beside them', async () => {
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
  const { version_id, sha256 } = request;
  const fileBytes = bytesOfFile({ request_id: request.id, version_id, sha256 });
  const userId = (await stage.query('select user_id from members where id = $1', [cleo.id])).rows[0]?.user_id;
  await keepSigningConfirmation(server.context, { userId, fileBytes, method: 'password', name: '', assertion: null });
  await cleo.post(`/ajax/signature-requests/${request.id}/sign`, { version_id, sha256, agrees: true });
  await server.context.runJobs();
  const signed = await cleo.get(path('signed'));
  expect(signed.bytes.subarray(0, approved.bytes.length).equals(approved.bytes)).toBe(true);
  expect(signed.bytes.includes('ETSI.CAdES.detached')).toBe(true);
});

test('minutes cannot be signed by members from whom part of the minutes is withheld', async () => {
  await minutes.approve();
  await server.context.runJobs();
  await stage.query(
    `insert into withheld (board_id, member_id, subject_id, agenda_item_id, withheld_by, reason, withheld_at)
     values ($1, $2, $3, $3, $4, 'Private', now())`,
    [stage.board.id, cleo.id, stage.itemAt(1).id, ada.id],
  );
  const query = `kind=minutes&id=${stage.meeting.id}`;
  const { candidates } = (await bea.get(`/ajax/signature-requests?${query}`)).json.data;
  const ids = candidates.map(({ id }: { readonly id: string }) => id);
  expect([ids.includes(bea.id), ids.includes(cleo.id)]).toEqual([true, false]);
  expect(message(await ask(ofMinutes(), [cleo]))).toBe(signatureMessages.cannotSee);
});

test('a resolution can be signed once its PDF has been made', async () => {
  const boardId = stage.board.id;
  const { id } = await makeWritten(server.context, { boardId, by: ada, title: 'Roof', state: 'circulating' });
  expect(message(await ask({ kind: 'resolution', id }, [cleo], ada))).toBe(signatureMessages.notFinal);
  await makeWrittenFile(server.context, { boardId, id });
  expect((await ask({ kind: 'resolution', id }, [cleo], ada)).json.data.request.state).toBe('open');
});
