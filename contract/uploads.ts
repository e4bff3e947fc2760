import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id } from './fields.ts';

const uploadParams = z.strictObject({ id });

/** The tus protocol, version 1.0: creation, core and termination. */
export const createUpload = endpoint({
  name: 'uploads.create',
  summary: 'tus: announce an upload (Upload-Length, Upload-Metadata filename)',
  route: 'POST /ajax/uploads',
  access: 'member',
  reply: 'file',
});
export const inspectUpload = endpoint({
  name: 'uploads.inspect',
  summary: 'tus: bytes received so far',
  route: 'HEAD /ajax/uploads/:id',
  access: 'member',
  params: uploadParams,
  reply: 'file',
});
export const appendUpload = endpoint({
  name: 'uploads.append',
  summary: 'tus: bytes from an offset',
  route: 'PATCH /ajax/uploads/:id',
  access: 'member',
  params: uploadParams,
  reply: 'file',
});
export const deleteUpload = endpoint({
  name: 'uploads.delete',
  summary: 'tus: cancel an upload',
  route: 'DELETE /ajax/uploads/:id',
  access: 'member',
  params: uploadParams,
  reply: 'file',
});
