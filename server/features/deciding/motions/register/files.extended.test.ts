import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { TestClient } from '#tests/support/client.ts';
import { testApp } from '#tests/support/test-app.ts';
import { writtenStage } from '#tests/support/written-stage.ts';

const server = testApp();
const { stage, written } = writtenStage(server);
const { ada, bea, cleo, sol } = stage;
const { draft, send, circulated, vote, pass, withdraw } = written;
const pdfReader = 'pdftotext';
const textOf = (input: Buffer): string => execFileSync(pdfReader, ['-layout', '-', '-'], { input }).toString();

test('the PDF of a resolution lists its papers and the number of recused members', async () => {
  const id = await draft();
  await written.addPaper(id, 'Renewal agreement');
  await written.change(id, { revision: 1, recused_ids: [cleo.id] });
  await send(id, { revision: 2 });
  for (const voter of [ada, bea]) await vote(id, voter);
  await server.context.runJobs();
  const text = textOf((await ada.get(`/resolutions/${id}/pdf?board=${stage.board.id}`)).bytes);
  expect(text).toMatch(/Recused +1/);
  expect(text).toMatch(/Papers +Renewal agreement/);
});

test('a member can download a ballot receipt only after voting', async () => {
  const id = await circulated();
  const receipt = (client: TestClient) => client.get(`/resolutions/${id}/receipt/pdf?board=${stage.board.id}`);
  await vote(id, ada);
  const text = textOf((await receipt(ada)).bytes);
  expect(text).toMatch(/Ballot receipt\s+Line of credit\s+Voter +Ada Byron\s+Ballot +For\s+Received +\w+day/);
  expect((await receipt(bea)).status).toBe(404);
  expect((await receipt(sol)).status).toBe(404);
});

test('the PDF of the register lists the resolutions that its reader may see, oldest first', async () => {
  const year = new Date().getUTCFullYear();
  const pdf = async (client: TestClient, query = '') => {
    const { status, headers, bytes } = await client.get(`/resolutions/register/pdf?board=${stage.board.id}${query}`);
    expect([status, headers['content-type']]).toEqual([200, 'application/pdf']);
    return textOf(bytes);
  };
  expect(await pdf(ada, '&words=roof')).toMatch(
    /^ *Harbour Trust\s+Resolutions\s+with “roof”\s+No resolutions yet\.\s+As seen by Ada Byron, \w+day/,
  );
  const voteId = await written.carryInMeeting();
  const group = await server.make.group({ board: stage.board, name: 'Audit', members: [bea, cleo] });
  const ofGroup = await circulated({ body_id: group.id, title: 'Auditor' });
  for (const voter of [bea, cleo]) await vote(ofGroup, voter);
  await pass(await circulated());
  await withdraw(await circulated({ title: 'Roof', text: 'That it be mended.' }));
  const titles = ['Wharf Road', 'Auditor', 'Line of credit', 'Roof'];
  const whole = await pdf(ada);
  for (const pattern of [
    `Resolutions of ${year}\\s+All bodies\\s+During the year +3 numbers`,
    titles.join('[^]*'),
    `${year}-001 +Wharf Road\\s+That the land be bought\\.\\s+Winter meeting.* Show of hands .*Carried, 2 – 1`,
    '– +Roof\\s+That it be mended\\.\\s+Written resolution .*Withdrawn',
    'As seen by Ada Byron, \\w+day, .* [AP]M UTC\\. Others may see different entries\\.',
  ]) {
    expect(whole).toMatch(new RegExp(pattern));
  }
  expect(await pdf(ada, '&words=nothing like it')).toMatch(/No results\./);
  const unknown = await ada.get(`/resolutions/register/pdf?board=${stage.board.id}&body=${randomUUID()}`);
  expect(unknown.status).toBe(404);
  const others = await pdf(sol);
  expect(others).not.toContain('Audit');
  expect(others).toContain('2 numbers');
  await ada.post(`/ajax/votes/${voteId}/void`, { reason: 'Miscounted' });
  const inForce = await pdf(ada, `&result=decided&body=${stage.board.id}`);
  expect(inForce).toMatch(/Whole board, carried and passed/);
  expect(titles.filter((title) => inForce.includes(title))).toEqual(['Line of credit']);
});
