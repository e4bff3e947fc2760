import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { beforeEach } from 'vitest';
import { boardStage } from './board-stage.ts';
import type { TestAnswer, TestClient } from './client.ts';
import type { TestApp } from './test-app.ts';
import { type Uploader, uploader } from './upload.ts';

export interface PaperFile {
  readonly name: string;
  readonly bytes: Buffer;
}

export type PaperStage = Awaited<ReturnType<typeof paperStage>>;

export async function paperStage(server: TestApp) {
  const board = await server.make.board();
  const secretary = await server.make.member({ board, isBoardAdmin: true });
  const reader = await server.make.member({ board });
  const admin = await server.signIn(secretary);
  const upload = await uploader(server.app, server.context, secretary);
  return {
    board,
    secretary,
    admin,
    upload,
    reader,
    member: await server.signIn(reader),
    ...filing(admin, upload),
  };
}

/** Call this at the top of a test file. */
export function eachPaperStage(server: TestApp) {
  const { board, adminMember: secretary, member: reader, admin, reader: member, ...stage } = boardStage(server);
  const upload = {} as Uploader;
  beforeEach(async () => void Object.assign(upload, await uploader(server.app, server.context, secretary)));
  const { setBoard, signInAgain } = stage;
  return { board, secretary, admin, upload, reader, member, setBoard, signInAgain, ...filing(admin, upload) };
}

const filing = (admin: TestClient, upload: Uploader) => ({
  attach: async (home: { readonly kind: string; readonly id: string }, file: PaperFile) =>
    admin.post('/ajax/documents', { upload_id: await upload.send(file), home }),
  replace: async (id: string, file: PaperFile) =>
    admin.post(`/ajax/documents/${id}/versions`, { upload_id: await upload.send(file) }),
});

export async function linesPaper(...lines: readonly string[]): Promise<Buffer> {
  const made = await PDFDocument.create();
  const font = await made.embedFont(StandardFonts.Helvetica);
  for (const line of lines) made.addPage([612, 792]).drawText(line, { x: 60, y: 700, size: 14, font });
  return Buffer.from(await made.save());
}

export const note = (id: string, page = 0, contents = id): string =>
  `<text name="${id}" page="${page}" rect="10,10,30,30"><contents>${contents}</contents></text>`;

export const marks = (...notes: readonly string[]): string =>
  `<xfdf xmlns="http://ns.adobe.com/xfdf/" xml:space="preserve"><annots>${notes.join('')}</annots></xfdf>`;

export const mark = (
  as: TestClient,
  document: { readonly id: string; readonly versionId: string },
  annotations: string,
  base = 0,
): Promise<TestAnswer> =>
  as.post(`/ajax/documents/${document.id}/annotations`, {
    annotations,
    version_id: document.versionId,
    base_revision: base,
  });
