import { join } from 'node:path';
import sharp from 'sharp';
import { beforeEach, expect, test } from 'vitest';
import { uploadMessages } from '#domain/messages/documents.ts';
import { readHead } from '#server/integrations/images/pictures.ts';
import { boardStage } from '#tests/support/board-stage.ts';
import type { MadeMember } from '#tests/support/factories.ts';
import { signInStage, tenAtOnce } from '#tests/support/sign-in-stage.ts';
import { testApp } from '#tests/support/test-app.ts';
import { type Uploader, uploader } from '#tests/support/upload.ts';
import { vastPicture } from '#tests/support/vast-picture.ts';
import { storePicture } from './commands.ts';
import { sweepPicturesJob } from './jobs.ts';
import { people } from './present.ts';

const server = testApp();
const { board, adminMember, member, admin, reader: client } = boardStage(server);
const { forgetTries, expectLimit } = signInStage(server);
const whole = { left: 0, top: 0, side: 300 };

const plain = (width: number, height: number, color: string) =>
  sharp({ create: { width, height, channels: 3, background: color } });

let uploads: Uploader;
beforeEach(async () => {
  uploads = await uploader(server.app, server.context, member, { purpose: 'picture' });
});
const choose = (upload_id: string, crop: object = whole) => client.post('/ajax/profile/picture', { upload_id, crop });
const send = (bytes: Buffer) => uploads.send({ name: 'me.jpg', bytes });
const set = async (bytes: Buffer, crop?: object) => choose(await send(bytes), crop);
const setPlain = async (): Promise<string> =>
  (await set(await plain(300, 300, '#225544').png().toBuffer())).json.data.img_url;

const files = async () => (await server.context.storage.list('pictures')).map(({ key }) => key);

test('a large picture is cropped as requested, rotated upright, and stripped of camera metadata', async () => {
  const square = await plain(1000, 1000, '#0000ff').png().toBuffer();
  // After EXIF rotation, the blue square is at the left edge, 1000 pixels from the top.
  const bytes = await plain(4000, 3000, '#ff0000')
    .composite([{ input: square, left: 1000, top: 2000 }])
    .withMetadata({ orientation: 6, exif: { IFD0: { Copyright: 'told by the camera' } } })
    .jpeg({ quality: 90 })
    .toBuffer();
  const crop = { left: 0, top: 1000, side: 1000 };
  const { img_url: url } = (await set(bytes, crop)).json.data;
  const small = await client.get(url);
  expect(small.headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'private, max-age=300' });
  const found = await sharp(small.bytes).metadata();
  expect([found.format, found.width, found.height, found.exif]).toEqual(['webp', 192, 192, undefined]);
  const { dominant } = await sharp(small.bytes).stats();
  expect(dominant.b).toBeGreaterThan(dominant.r);
  const large = sharp((await client.get(`${url}?size=large`)).bytes);
  expect((await large.metadata()).width).toBe(640);
  const { channels } = await large.stats();
  expect(channels[0]?.mean).toBeLessThan(10);
  expect(channels[2]?.mean).toBeGreaterThan(245);
  expect((await client.get('/ajax/start')).json.data.user.img_url).toBe(url);
});

test('replacing or removing a picture deletes its files', async () => {
  const before = await files();
  const [first, second] = [await setPlain(), await setPlain()];
  await server.context.runJobs();
  expect((await client.get(first)).status).toBe(404);
  expect((await client.get(second)).status).toBe(200);
  expect(await files()).toHaveLength(before.length + 2);
  await client.delete('/ajax/profile/picture');
  await server.context.runJobs();
  expect((await client.get(second)).status).toBe(404);
  expect(await files()).toHaveLength(before.length);
});

test('a picture that is invalid, truncated, too small or too large is rejected', async () => {
  const good = await plain(600, 600, '#884422').jpeg().toBuffer();
  const others = ['%PDF-1.7 no picture', '<svg xmlns="http://www.w3.org/2000/svg"/>'].map((text) => Buffer.from(text));
  for (const bytes of [...others, good.subarray(0, 300)]) {
    expect((await set(bytes)).json).toEqual({ status: 'error', msg: expect.stringContaining('does not match') });
  }
  expect((await set(await plain(255, 900, '#884422').png().toBuffer())).json.msg).toContain('at least 256 pixels');
  expect((await set(await vastPicture())).status).toBe(413);
  expect((await client.get('/ajax/start')).json.data.user.img_url).toBeNull();
});

test('a plain member cannot upload papers, and can upload pictures only up to the size limit', async () => {
  expect((await uploads.announce({ name: 'me.jpg', length: 20 * 1024 * 1024 + 1 })).status).toBe(413);
  const papers = await uploader(server.app, server.context, member);
  expect((await papers.announce({ name: 'paper.pdf', length: 10 })).status).toBe(403);
});

test('a profile picture is visible only to people who share a board with its owner', async () => {
  const url = await setPlain();
  const status = async (who: MadeMember) => (await (await server.signIn(who)).get(url)).status;
  expect(await status(await server.make.member({ board }))).toBe(200);
  expect(await status(await server.make.member({ board, status: 'inactive' }))).toBe(404);
  expect(await status(await server.make.member())).toBe(404);
  expect((await server.stranger().get(url)).status).toBe(419);
});

test('guessing picture addresses is rate-limited, and requests for existing pictures do not count towards the limit', async () => {
  await forgetTries();
  const url = await setPlain();
  const [reader, other] = [await server.make.member({ board }), await server.make.member({ board })];
  const reading = await server.signIn(reader);
  for (let nth = 0; nth < 10; nth += 1) {
    const shown = await Promise.all(Array.from({ length: 50 }, () => reading.get(url)));
    expect(new Set(shown.map(({ status }) => status))).toEqual(new Set([200]));
  }
  const guess = (nth: number) => reading.get(`/pictures/${nth.toString(16).padStart(64, '0')}`);
  for (let nth = 0; nth < 60; nth += 1) expect((await guess(nth)).status).toBe(404);
  const [missed, hit] = [await guess(60), await reading.get(url)];
  expect([missed.status, hit.status]).toEqual([429, 200]);
  expect(Number(missed.headers['retry-after'])).toBeGreaterThan(0);
  const nowhere = `/pictures/${'f'.repeat(64)}`;
  expect((await (await server.signIn(reader)).get(nowhere)).status).toBe(429);
  expect((await (await server.signIn(other)).get(nowhere)).status).toBe(404);
});

test('ten simultaneous requests with the same upload create one picture', async () => {
  const upload = await send(await plain(300, 300, '#225544').png().toBuffer());
  let isDone = false;
  const asking = tenAtOnce(() => choose(upload)).finally(() => {
    isDone = true;
  });
  while (!isDone) await server.context.runJobs();
  expect((await asking).map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(404)]);
});

test('a user can set at most sixty pictures an hour', async () => {
  const upload = await uploads.begin({ name: 'me.jpg', length: 10 });
  expect((await choose(upload)).json.msg).toBe(uploadMessages.incomplete);
  await expectLimit({ name: 'picture-user', points: 60 }, () => choose(upload), 200);
});

test('reading an upload whose file no longer exists fails with the reason “gone”', async () => {
  await expect(readHead(join(server.context.uploads.folder, 'gone'))).rejects.toMatchObject({ reason: 'gone' });
});

test('picture files without a database row are deleted once they are old', async () => {
  const made = { small: Buffer.from('small'), large: Buffer.from('large') };
  const pictureId = await storePicture(server.context, people, made);
  const left = async () => (await files()).filter((key) => key.includes(pictureId));
  const sweep = (context: Parameters<typeof sweepPicturesJob>[0]) =>
    sweepPicturesJob(context).handle({}, { attempt: 1, isLast: true });
  await sweep(server.context);
  expect(await left()).toHaveLength(2);
  const old = new Date(Date.now() - 3_600_000);
  const storage = {
    ...server.context.storage,
    list: async (folder: string) =>
      (await server.context.storage.list(folder)).map((file) => ({ ...file, storedAt: old })),
  };
  await sweep({ ...server.context, storage });
  expect(await left()).toEqual([]);
});

async function setLogo(bytes: Buffer) {
  const ofAdmin = await uploader(server.app, server.context, adminMember, { purpose: 'picture' });
  return admin.post('/ajax/board/logo', { upload_id: await ofAdmin.send({ name: 'logo.png', bytes }) });
}

const logo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 18, g: 78, b: 82, alpha: 0.5 } } });

test('a logo is served in two sizes with its original proportions and without metadata', async () => {
  const bytes = await logo(800, 400)
    .withMetadata({ exif: { IFD0: { Copyright: 'told by the camera' } } })
    .png()
    .toBuffer();
  const { logo_url: url } = (await setLogo(bytes)).json.data;
  expect(url).toMatch(/^\/conversions\/[a-f0-9]{64}\.png$/);
  for (const [address, width] of [
    [url, 128],
    [url.replace('.png', '@2x.png'), 256],
  ] as const) {
    const answer = await server.stranger().get(address);
    expect(answer.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' });
    const found = await sharp(answer.bytes).metadata();
    expect([found.format, found.width, found.height, found.hasAlpha]).toEqual(['png', width, width / 2, true]);
    expect(found.exif).toBeUndefined();
  }
  const { face } = (await server.stranger().get(`/ajax/start?board=${board.shortname}`)).json.data;
  expect(face.logo_url).toBe(url);
  expect((await admin.get('/ajax/start')).json.data.boards[0].logo_url).toBe(url);
});

test('replacing or removing a logo deletes its files', async () => {
  const logos = async () => (await server.context.storage.list('logos')).length;
  const before = await logos();
  const first = (await setLogo(await logo(300, 300).png().toBuffer())).json.data.logo_url;
  const second = (await setLogo(await logo(300, 300).png().toBuffer())).json.data.logo_url;
  expect((await server.stranger().get(first)).status).toBe(404);
  await server.context.runJobs();
  expect(await logos()).toBe(before + 2);
  await admin.delete('/ajax/board/logo');
  await server.context.runJobs();
  expect((await server.stranger().get(second)).status).toBe(404);
  expect(await logos()).toBe(before);
});
