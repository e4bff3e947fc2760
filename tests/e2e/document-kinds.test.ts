import { readFileSync } from 'node:fs';
import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { usualExtensions } from '#domain/documents.ts';
import { expect, test as usual } from '#tests/support/installed-browser.ts';
import { film, wordPaper } from '#tests/support/papers.ts';
import { copyPreparedFolder } from '#tests/support/prepared-folder.ts';
import { startRunningServer } from '#tests/support/running-server.ts';

const test = usual.extend({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needed fixtures from the pattern.
    async ({}, use) => {
      const types = [...usualExtensions, 'webp', 'mp4', 'svg'].join();
      const server = await startRunningServer({ UPLOAD_TYPES: types }, copyPreparedFolder);
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

const viewer = (page: Page) => page.getByRole('dialog');
const picture = (format: 'jpeg' | 'png' | 'webp') =>
  sharp({ create: { width: 1_600, height: 900, channels: 3, background: '#345' } })
    .toFormat(format)
    .toBuffer();

/**
 * Returns the brightness from 0 to 255, or null until the page is rendered. `at` is a fraction of the page's width and
 * height.
 */
const shade = (page: Page, at: number): Promise<number | null> =>
  viewer(page)
    .locator('[data-page-number="1"] canvas')
    .first()
    .evaluate((canvas: HTMLCanvasElement, part) => {
      const context = canvas.getContext('2d');
      const point = context?.getImageData(canvas.width * part, canvas.height * part, 1, 1).data;
      return point?.[3] === 255 ? (point[0] ?? null) : null;
    }, at)
    .catch(() => null);

test('files and links of each kind open with a preview or an explanation', async ({ asAdmin: page, installation }) => {
  test.setTimeout(240_000);
  const category = await installation.category('Kinds');
  const files: Readonly<Record<string, Uint8Array>> = {
    'Minutes.docx': wordPaper(),
    'Scan 2000.pdf': await scannedPaper('JPXDecode', 8, jpeg2000),
    'Scan bilevel.pdf': await scannedPaper('JBIG2Decode', 1, jbig2),
    'Photo.jpg': await picture('jpeg'),
    'Plan.png': await picture('png'),
    'Quay.webp': await picture('webp'),
    'Tide.mp4': film(),
    'Mark.svg': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    'Notes.txt': Buffer.from('Remember the keys'),
  };
  const ids: Record<string, string> = {};
  for (const [name, bytes] of Object.entries(files))
    ids[name] = await installation.paper({ category }, { name, bytes: Buffer.from(bytes) });
  const link = async (title: string, url: string) => {
    const body = { home: { kind: 'category', id: category }, title, url };
    ids[title] = (await installation.call('POST', '/ajax/library/links', body)).id;
  };
  await link('Tour', 'https://www.youtube.com/watch?v=WEDIj9JBTC8');
  await link('Opening', 'https://vimeo.com/76979871');
  await link('Budget sheet', 'https://docs.google.com/spreadsheets/d/abc/edit');

  await page.route(/youtube-nocookie\.com|player\.vimeo\.com/, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<p>The film</p>' }),
  );
  const open = (name: string) => page.goto(`/library/section/${category}?document=${ids[name]}`);
  const shown = (words: string | RegExp) =>
    expect(viewer(page).getByText(words).first()).toBeVisible({ timeout: 60_000 });

  for (const name of ['Scan 2000.pdf', 'Scan bilevel.pdf']) {
    await open(name);
    const middleAndEdge = async () => [await shade(page, 0.5), await shade(page, 0.05)].map(String).sort();
    await expect.poll(middleAndEdge, { message: name, timeout: 30_000 }).toEqual(['0', '255']);
  }
  for (const name of ['Photo.jpg', 'Plan.png', 'Quay.webp']) {
    await open(name);
    await expect(viewer(page).getByRole('img', { name })).toBeVisible();
  }
  for (const name of ['Notes.txt', 'Mark.svg']) {
    await open(name);
    await expect(viewer(page).getByRole('heading', { name: 'Preview not available' })).toBeVisible();
  }
  await open('Tide.mp4');
  const played = () =>
    viewer(page)
      .locator('video')
      .evaluate(async (video: HTMLVideoElement) => {
        video.muted = true;
        await video.play();
        return [video.videoWidth, video.currentTime > 0];
      });
  await expect.poll(played, { timeout: 20_000 }).toEqual([64, true]);
  for (const [name, words] of [
    ['Tour', 'View on YouTube'],
    ['Opening', 'View on Vimeo'],
  ] as const) {
    await open(name);
    await expect(viewer(page).getByRole('link', { name: words })).toBeVisible();
  }
  await open('Budget sheet');
  await expect(viewer(page).getByRole('heading', { name: 'External link' })).toBeVisible();
  await open('Minutes.docx');
  await shown(/minutes/i);
  await expect(viewer(page).getByRole('button', { name: 'Highlight' })).toHaveCount(0);
  await shown('This is a preview. Only PDF files and pictures can be marked.');
});

/** The scans' width and height in pixels. The scans are white, with a black square in the middle. */
const side = 64;

const fileOf = (name: string): Buffer => readFileSync(new URL(`../support/files/${name}`, import.meta.url));

/** The scan as a JPEG 2000 codestream, written by OpenJPEG. */
const jpeg2000 = fileOf('scan.j2k');

/** The scan as a JBIG2 image of one generic region, encoded as Group 4 fax (ITU-T T.88, 7.2 and 7.4). */
const jbig2 = fileOf('scan.jb2');

async function scannedPaper(filter: string, bits: number, bytes: Buffer): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([612, 612]);
  const picture = pdf.context.stream(bytes, {
    Type: 'XObject',
    Subtype: 'Image',
    Width: side,
    Height: side,
    ColorSpace: 'DeviceGray',
    BitsPerComponent: bits,
    Filter: filter,
  });
  page.node.setXObject(PDFName.of('Scan'), pdf.context.register(picture));
  page.node.addContentStream(pdf.context.register(pdf.context.stream('q 612 0 0 612 0 0 cm /Scan Do Q')));
  return Buffer.from(await pdf.save());
}
