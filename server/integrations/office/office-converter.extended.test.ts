import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { beforeAll, expect, test } from 'vitest';
import type { FileExtension } from '#domain/documents.ts';
import { fileProblem } from '#server/integrations/files/file-check.ts';
import { readPdf } from '#server/integrations/pdf/read-pdf.ts';
import { wordPaper } from '#tests/support/papers.ts';
import { testFolder } from '#tests/support/test-folder.ts';
import { type Conversion, findOfficeConverter, type OfficeConverter } from './office-converter.ts';
import { findReadingCopier } from './reading-copy.ts';
import { findTextReader } from './text-reader.ts';

let office: OfficeConverter;
const folder = testFolder();
beforeAll(async () => {
  office = await findOffice();
});

async function findOffice(...bounds: Parameters<typeof findOfficeConverter>): Promise<OfficeConverter> {
  const found = await findOfficeConverter(...bounds);
  if (found.converter === null) throw new Error(found.problem);
  return found.converter;
}

async function converted(name: string, bytes: string | Uint8Array): Promise<string | Conversion> {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return convertedFile(path);
}
const convertedFile = (path: string): Promise<string | Conversion> =>
  office.convert(path, path.slice(path.lastIndexOf('.') + 1), async (done) => {
    if (done.kind === 'failed') return done;
    const reading = await readPdf(done.path);
    return reading?.texts.join('\n') ?? done;
  });

function rewritten(name: string, format: string): string {
  execFileSync(
    'soffice',
    ['--headless', `-env:UserInstallation=file://${folder}/profile`, '--convert-to', format, '--outdir', folder, name],
    { cwd: folder, stdio: 'pipe', env: { ...process.env, HOME: folder } },
  );
  return join(folder, name.replace(/\.\w+$/, `.${format.split(':')[0]}`));
}

async function acceptedAndConverted(name: string, format: FileExtension): Promise<string | Conversion> {
  const path = rewritten(name, format);
  expect(await fileProblem(path, format), format).toBeNull();
  return convertedFile(path);
}

test('Word, OpenDocument and RTF texts are accepted and converted', async () => {
  expect(await converted('minutes.docx', wordPaper())).toMatch(/minutes/i);
  for (const format of ['doc', 'odt', 'rtf'] as const)
    expect(await acceptedAndConverted('minutes.docx', format)).toMatch(/minutes/i);
}, 120_000);

test('spreadsheets and slides are accepted and converted', async () => {
  await writeFile(join(folder, 'sums.csv'), 'Ferry landing,5570\nBreakwater,120\n');
  for (const format of ['xlsx', 'xls', 'ods'] as const)
    expect(await acceptedAndConverted('sums.csv', format)).toMatch(/Breakwater/);
  await writeFile(join(folder, 'talk.fodp'), slides('Harbour plan'));
  for (const format of ['pptx', 'ppt', 'odp'] as const)
    expect(await acceptedAndConverted('talk.fodp', format)).toMatch(/Harbour/);
}, 240_000);

test.each(['docx', 'odt', 'doc', 'rtf'])(
  'tracked changes in a %s file are shown as accepted',
  async (format) => {
    const files = unzipSync(wordPaper());
    const change = 'w:author="Counsel" w:date="2026-11-01T00:00:00Z"';
    const paragraph = `<w:p><w:r><w:t xml:space="preserve">To pay </w:t></w:r><w:del w:id="901" ${change}><w:r><w:delText>DELETED500</w:delText></w:r></w:del><w:ins w:id="902" ${change}><w:r><w:t>INSERTED750</w:t></w:r></w:ins></w:p>`;
    const text = strFromU8(files['word/document.xml'] ?? new Uint8Array());
    files['word/document.xml'] = strToU8(text.replace(/<w:body>/, `<w:body>${paragraph}`));
    await writeFile(join(folder, 'tracked.docx'), zipSync(files));
    const path = format === 'docx' ? join(folder, 'tracked.docx') : rewritten('tracked.docx', format);
    const shown = await office.convert(path, format, async (done) =>
      done.kind === 'made' ? { ...done, text: (await readPdf(done.path))?.texts.join() } : null,
    );
    expect(shown).toMatchObject({ hasTrackedChanges: true, text: expect.stringContaining('To pay INSERTED750') });
    expect(shown?.text).not.toContain('DELETED');
  },
  120_000,
);

test('a wide sheet is fitted to the width of a page, unless the file has its own page setup', async () => {
  const cells = Array.from(
    { length: 40 },
    (_, at) => `<table:table-cell office:value-type="string"><text:p>Month ${at}</text:p></table:table-cell>`,
  );
  const row = `<table:table-row>${cells.join('')}</table:table-row>`;
  const pagesOf = async (name: string, scale: string) => {
    await writeFile(join(folder, `${name}.fods`), sheet(row, scale));
    const counts = [];
    for (const [from, format] of [
      ['fods', 'xlsx'],
      ['fods', 'xls'],
      ['xlsx', 'ods'],
    ] as const)
      counts.push(
        await office.convert(rewritten(`${name}.${from}`, format), format, async (done) =>
          done.kind === 'made' ? (await readPdf(done.path))?.pageCount : null,
        ),
      );
    return counts;
  };
  expect(await pagesOf('wide', '')).toEqual([1, 1, 1]);
  expect(await pagesOf('scaled', 'style:scale-to="80%"')).toEqual([5, 5, 5]);
}, 240_000);

test('a web page is converted without access to the network or local files', async () => {
  let asked = 0;
  const server = createServer((_request, response) => {
    asked += 1;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const secret = join(folder, 'secret.html');
  await writeFile(secret, '<p>the bank’s password</p>');
  const page = `<html><body><h1>Notice</h1><img src="http://127.0.0.1:${port}/pixel.png">
    <iframe src="file://${secret}"></iframe><iframe src="file:///etc/passwd"></iframe>
    <p>The landing stays open.</p><script>document.write('scripted')</script></body></html>`;
  const text = await converted('notice.html', page);
  await new Promise((resolve) => server.close(resolve));
  expect(text).toContain('Notice');
  expect(text).toContain('The landing stays open.');
  expect(text).not.toMatch(/password|root:|scripted/);
  expect(asked).toBe(0);
}, 60_000);

test('an external template of a Word file is not fetched', async () => {
  const files = unzipSync(wordPaper());
  const rels = 'word/_rels/document.xml.rels';
  const target = `<Relationship Id="rIdX" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/attachedTemplate" Target="file:///etc/passwd" TargetMode="External"/>`;
  files[rels] = strToU8(
    strFromU8(files[rels] ?? strToU8('<Relationships/>')).replace('</Relationships>', `${target}</Relationships>`),
  );
  const text = await converted('linked.docx', zipSync(files));
  expect(text).toMatch(/minutes/i);
  expect(text).not.toContain('root:');
}, 60_000);

test('the office conversion does not run macros', async () => {
  await writeFile(join(folder, 'macro.fodt'), textWithMacro);
  const text = await convertedFile(rewritten('macro.fodt', 'odt'));
  expect(text).toContain('Paper with a macro');
  expect(text).not.toContain('changed');
}, 60_000);

test('a broken file or a decompression bomb does not prevent the next conversion', async () => {
  const begun = performance.now();
  expect(await converted('before.docx', wordPaper())).toMatch(/minutes/i);
  // LibreOffice needs more time on a slow machine.
  office = await findOffice({ msMax: Math.max(8_000, Math.ceil(2 * (performance.now() - begun))) });
  expect(await converted('broken.docx', randomBytes(5_000))).toMatchObject({ kind: 'failed' });
  const files = unzipSync(wordPaper());
  const text = strFromU8(files['word/document.xml'] ?? new Uint8Array());
  const flood = `<w:p><w:r><w:t>${'all work and no play '.repeat(12_000_000)}</w:t></w:r></w:p>`;
  files['word/document.xml'] = strToU8(text.replace('<w:body>', `<w:body>${flood}`));
  await expect(converted('bomb.docx', zipSync(files, { level: 9 }))).rejects.toThrow('LibreOffice was stopped');
  expect(await converted('after.docx', wordPaper())).toMatch(/minutes/i);
}, 240_000);

test('LibreOffice and its child processes are killed if a conversion exceeds the time limit', async () => {
  office = await findOffice({ msMax: 6_000 });
  const path = join(folder, 'hanging.docx');
  // Reading a FIFO without a writer blocks.
  execFileSync('mkfifo', [path]);
  await expect(convertedFile(path)).rejects.toThrow('LibreOffice was stopped: it took too long');
  const left = () => spawnSync('pgrep', ['-f', path], { encoding: 'utf8' }).stdout;
  await expect.poll(left, { timeout: 10_000 }).toBe('');
}, 60_000);

test('a conversion throws an error if its program cannot be started', async () => {
  const reader = await findTextReader();
  const path = process.env.PATH;
  process.env.PATH = '/nowhere';
  try {
    await expect(converted('minutes.docx', wordPaper())).rejects.toThrow('ENOENT');
    await expect(reader?.readPage(join(folder, 'minutes.docx'), 1)).rejects.toThrow('ENOENT');
  } finally {
    process.env.PATH = path;
  }
});

test.each([
  ['a symbolic link', 'ln -s'],
  ['a hard link', 'ln'],
  ['a pipe', 'mkfifo "$out/paper.pdf" "$out/photo.jpg"; :'],
])('%s that a compromised program leaves as its output is not read', async (_, link) => {
  const copier = await findReadingCopier();
  const secret = join(folder, 'secret-key');
  await writeFile(secret, 'the key of this machine');
  const programs = await mkdtemp(join(folder, 'programs-'));
  // Replaces the program that starts the sandbox with one that plants symbolic links to a secret file.
  await writeFile(join(programs, 'prlimit'), takenOver(link, secret), { mode: 0o755 });
  const path = process.env.PATH;
  process.env.PATH = `${programs}:${path}`;
  try {
    for (const name of ['minutes.docx', 'photo.heic'])
      expect(await converted(name, 'bytes')).toMatchObject({
        kind: 'failed',
        cause: expect.stringContaining('produced no'),
      });
    expect(await copier?.copy(secret, async (done) => done)).toMatchObject({ kind: 'failed' });
  } finally {
    process.env.PATH = path;
  }
});

const takenOver = (link: string, secret: string) => `#!/bin/sh
for each in "$@"; do
  [ "$each" = /out ] && out="$before"
  before="$each"
done
for made in paper.pdf photo.jpg; do ${link} '${secret}' "$out/$made" 2>/dev/null; done
for page in $(seq 20); do echo "page $page: $page 0 R"; echo "$page/0: uncompressed; offset = \${page}00000"; done
exit 0
`;

const sheet = (row: string, scale: string) => `<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"
  xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"
  office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.spreadsheet">
  <office:automatic-styles><style:page-layout style:name="pm"><style:page-layout-properties ${scale}/></style:page-layout>
  <style:style style:name="ta" style:family="table" style:master-page-name="Default"/></office:automatic-styles>
  <office:master-styles><style:master-page style:name="Default" style:page-layout-name="pm"/></office:master-styles>
  <office:body><office:spreadsheet><table:table table:name="Plan" table:style-name="ta">${row}</table:table></office:spreadsheet></office:body></office:document>`;

const slides = (title: string) => `<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"
  xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"
  office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.presentation"><office:body><office:presentation>
  <draw:page draw:name="one"><draw:frame svg:x="2cm" svg:y="2cm" svg:width="20cm" svg:height="3cm"><draw:text-box>
  <text:p>${title}</text:p></draw:text-box></draw:frame></draw:page></office:presentation></office:body></office:document>`;

const textWithMacro = `<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
  xmlns:script="urn:oasis:names:tc:opendocument:xmlns:script:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:ooo="http://openoffice.org/2004/office"
  office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text">
  <office:scripts><office:script script:language="ooo:Basic"><ooo:libraries><ooo:library-embedded ooo:name="Standard"><ooo:module ooo:name="M">
  <ooo:source-code>Sub Run()
  ThisComponent.Text.String = "changed by a macro"
  End Sub</ooo:source-code></ooo:module></ooo:library-embedded></ooo:libraries></office:script>
  <office:event-listeners><script:event-listener script:language="ooo:script" script:event-name="dom:load"
  xlink:href="vnd.sun.star.script:Standard.M.Run?language=Basic&amp;location=document"/></office:event-listeners></office:scripts>
  <office:body><office:text><text:p>Paper with a macro</text:p></office:text></office:body></office:document>`;
