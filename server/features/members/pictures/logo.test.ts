import sharp from 'sharp';
import { expect, test } from 'vitest';
import { testApp } from '#tests/support/test-app.ts';
import { uploader } from '#tests/support/upload.ts';

const server = testApp();

async function admin() {
  const board = await server.make.board({ shortname: `logo-${Math.random().toString(36).slice(2, 8)}` });
  const member = await server.make.member({ board, isBoardAdmin: true });
  const client = await server.signIn(member);
  const set = async (bytes: Buffer) => {
    const uploads = await uploader(server.app, server.context, member, { purpose: 'picture' });
    return client.post('/ajax/board/logo', { upload_id: await uploads.send({ name: 'logo.png', bytes }) });
  };
  return { board, client, set };
}

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 18, g: 78, b: 82, alpha: 0.5 } } });

test('a logo is served in two sizes with its original proportions and without metadata', async () => {
  const { board, client, set } = await admin();
  const bytes = await plain(800, 400)
    .withMetadata({ exif: { IFD0: { Copyright: 'told by the camera' } } })
    .png()
    .toBuffer();
  const { logo_url: url } = (await set(bytes)).json.data;
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
  expect((await client.get('/ajax/start')).json.data.boards[0].logo_url).toBe(url);
});

test('replacing or removing a logo deletes its files', async () => {
  const { client, set } = await admin();
  const files = async () => (await server.context.storage.list('logos')).length;
  const before = await files();
  const first = (await set(await plain(300, 300).png().toBuffer())).json.data.logo_url;
  const second = (await set(await plain(300, 300).png().toBuffer())).json.data.logo_url;
  expect((await server.stranger().get(first)).status).toBe(404);
  await server.context.runJobs();
  expect(await files()).toBe(before + 2);
  await client.delete('/ajax/board/logo');
  await server.context.runJobs();
  expect((await server.stranger().get(second)).status).toBe(404);
  expect(await files()).toBe(before);
});
