import { request } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Context } from '#server/context.ts';
import { sessionHeaders, visitHeaders } from './client.ts';
import { sessionOf } from './session.ts';

export type Uploader = Awaited<ReturnType<typeof uploaderAt>>;

interface Announced {
  readonly name: string;
  readonly length: number;
}
interface Part {
  readonly offset: number;
  readonly bytes: Buffer;
}

export async function uploader(
  app: FastifyInstance,
  context: Context,
  who: { readonly userId: string | null; readonly boardId: string },
  { purpose }: { readonly purpose?: string } = {},
): Promise<Uploader> {
  const token = await sessionOf(context, who);
  const headers = { ...sessionHeaders(context, token), 'x-board': who.boardId };
  return uploaderAt(app, { path: '/ajax/uploads', headers, purpose });
}

export function paperUploader(
  app: FastifyInstance,
  context: Context,
  of: { readonly uid: string; readonly id: string },
): Promise<Uploader> {
  const headers = visitHeaders(context);
  return uploaderAt(app, { path: `/ajax/magic/papers/${of.uid}/${of.id}/uploads`, headers });
}

async function uploaderAt(
  app: FastifyInstance,
  given: {
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly purpose?: string | undefined;
  },
) {
  const { path, purpose } = given;
  const base = app.server.listening ? addressOf(app) : await app.listen({ host: '127.0.0.1', port: 0 });
  const headers = { 'tus-resumable': '1.0.0', 'x-requested-with': 'XMLHttpRequest', ...given.headers };
  const url = (id: string) => `${base}${path}/${id}`;
  const announce = (file: Announced) =>
    fetch(`${base}${path}`, {
      method: 'POST',
      headers: {
        ...headers,
        'upload-length': String(file.length),
        'upload-metadata': [
          `filename ${Buffer.from(file.name).toString('base64')}`,
          ...(purpose === undefined ? [] : [`purpose ${Buffer.from(purpose).toString('base64')}`]),
        ].join(','),
      },
    });
  const append = (id: string, part: Part) =>
    fetch(url(id), {
      method: 'PATCH',
      headers: { ...headers, 'upload-offset': String(part.offset), 'content-type': 'application/offset+octet-stream' },
      body: new Uint8Array(part.bytes),
    });
  /** Sends the beginning of a part of `length` bytes and leaves the connection open, as if the network had failed. */
  const hang = (id: string, part: Part & { readonly length: number }) => {
    const hanging = request(url(id), {
      method: 'PATCH',
      agent: false,
      headers: {
        ...headers,
        'upload-offset': part.offset,
        'content-type': 'application/offset+octet-stream',
        'content-length': part.length,
      },
    });
    // The server closes this connection, so an error is expected.
    hanging.on('error', () => undefined);
    hanging.write(part.bytes);
    return hanging;
  };
  const begin = async (file: Announced) => {
    const announced = await announce(file);
    const id = announced.headers.get('location')?.split('/').at(-1);
    if (announced.status !== 201 || !id)
      throw new Error(`Not announced: ${announced.status} ${await announced.text()}`);
    return id;
  };
  return {
    hang,
    announce,
    begin,
    append,
    async send(file: { readonly name: string; readonly bytes: Buffer }) {
      const id = await begin({ name: file.name, length: file.bytes.length });
      const appended = await append(id, { offset: 0, bytes: file.bytes });
      if (appended.status !== 204) throw new Error(`Not received: ${appended.status}`);
      return id;
    },
    inspect: (id: string) => fetch(url(id), { method: 'HEAD', headers }),
    drop: (id: string) => fetch(url(id), { method: 'DELETE', headers }),
  };
}

function addressOf(app: FastifyInstance): string {
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('The app does not listen on a port.');
  return `http://127.0.0.1:${address.port}`;
}
