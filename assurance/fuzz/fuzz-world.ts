import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import type { TestContext } from '#tests/support/context.ts';
import { type MadeMember, makeDocument } from '#tests/support/factories.ts';
import { pdfPaper } from '#tests/support/papers.ts';
import { makeDateSearch, makePoll } from '#tests/support/polls.ts';
import { uploader } from '#tests/support/upload.ts';
import { makeWorld, type World } from '#tests/support/world.ts';

export async function makeFuzzWorld(context: TestContext, app: FastifyInstance): Promise<World> {
  const world = await makeWorld(context);
  const picture = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#246' } })
    .png()
    .toBuffer();
  const paper = await pdfPaper(2);
  for (const board of [world.home, world.elsewhere]) {
    await makeDocument(context, { item: board.item, title: `${board.canary} pages.pdf`, bytes: paper });
    await makeDocument(context, { announcement: board.announcement, title: `${board.canary} pages.pdf`, bytes: paper });
    await makePoll(context, { announcement: board.announcement, question: `${board.canary} lunch` });
    await makePoll(context, { meeting: board.meeting, isAnonymous: true, question: `${board.canary} secret` });
    await makePoll(context, { meeting: board.meeting, choice: 'multiple', question: `${board.canary} many` });
    await makeDateSearch(context, { board: board.board, title: `${board.canary} dates`, state: 'draft' });
    for (const person of [board.admin, board.groupAdmin]) await sendFiles(context, app, { person, picture, paper });
  }
  return world;
}

async function sendFiles(
  context: TestContext,
  app: FastifyInstance,
  given: { readonly person: MadeMember; readonly picture: Buffer; readonly paper: Buffer },
): Promise<void> {
  const { person, picture, paper } = given;
  const { send } = await uploader(app, context, person);
  for (const name of ['face.png', 'mark.png']) await send({ name, bytes: picture });
  for (const name of ['report.pdf', 'plan.pdf', 'budget.pdf']) await send({ name, bytes: paper });
  await send({ name: 'notes.txt', bytes: Buffer.from('Some notes') });
  await send({ name: 'false.pdf', bytes: Buffer.from('no paper at all') });
}
