import { z } from 'zod';
import { checkedPapersMax, keptPapersMax, reportedOpeningsMax } from '#domain/kept-papers.ts';
import { annotations, document } from './documents.ts';
import { endpoint } from './endpoint.ts';
import { id, instant, rights } from './fields.ts';

const documentIds = z.array(id).max(keptPapersMax);

const paper = z.strictObject({
  document,
  annotations,
  can: rights('annotate'),
});
export type KeptPaper = z.output<typeof paper>;

const device = z.strictObject({
  id,
  name: z.string(),
  papers: z.number().int(),
  byte_size: z.number().int(),
  contact_at: instant,
  removal_asked_at: instant.nullable(),
});
export type PaperDevice = z.output<typeof device>;

export const registerPaperDevice = endpoint({
  name: 'keptPapers.register',
  summary: 'Begin to keep papers of this board on this device; the token only checks which papers must be deleted',
  route: 'POST /ajax/kept-papers/devices',
  access: 'member',
  answer: z.strictObject({ id, token: z.string() }),
});

export const syncKeptPapers = endpoint({
  name: 'keptPapers.sync',
  summary: 'Which of these papers the device may keep and until when; reports what was opened without a connection',
  route: 'POST /ajax/kept-papers/devices/:id/sync',
  access: 'member',
  body: z.strictObject({
    documents: documentIds,
    opened: z.array(z.strictObject({ document_id: id, version_id: id, at: instant })).max(reportedOpeningsMax),
  }),
  answer: z.strictObject({ expires_at: instant, papers: z.array(paper), preparing: z.array(id) }),
});

/** The token in the body is the credential, so neither a session nor a CSRF token is needed. */
export const checkKeptPapers = endpoint({
  name: 'keptPapers.check',
  summary: 'Which of these papers a device must delete; works without a session',
  route: 'POST /ajax/kept-papers/check',
  access: 'public',
  csrf: 'exempt',
  body: z.strictObject({ token: z.string().min(20).max(100), documents: z.array(id).max(checkedPapersMax) }),
  /** `destroyed` lists the papers whose marks were destroyed since the device fetched them. */
  answer: z.strictObject({ is_known: z.boolean(), remove: z.array(id), destroyed: z.array(id) }),
});

export const keepPaper = endpoint({
  name: 'keptPapers.keep',
  summary: 'The bytes of a document’s newest version, for keeping on a device; logged as a download',
  route: 'GET /document/:id/versions/:version_id/kept',
  access: 'member',
  board: 'document-id',
  params: z.strictObject({ id, version_id: id }),
  query: z.strictObject({ device: id }),
  reply: 'file',
});

export const listPaperDevices = endpoint({
  name: 'keptPapers.devices',
  summary: 'The user’s devices that keep papers, for all boards',
  route: 'GET /ajax/kept-papers/devices',
  access: 'signed-in',
  answer: z.strictObject({ devices: z.array(device.extend({ board_title: z.string() })) }),
});

export const removeKeptPapers = endpoint({
  name: 'keptPapers.remove',
  summary: 'Remove the papers from one of one’s devices at its next contact',
  route: 'POST /ajax/kept-papers/devices/:id/remove',
  access: 'signed-in',
});

export const listPaperDevicesOf = endpoint({
  name: 'keptPapers.devicesOf',
  summary: 'The devices on which a member keeps papers of this board',
  route: 'GET /ajax/people/:id/paper-devices',
  access: 'board-admin',
  answer: z.strictObject({ devices: z.array(device) }),
});

export const removeKeptPapersOf = endpoint({
  name: 'keptPapers.removeOf',
  summary: 'Remove this board’s papers from a member’s device at its next contact',
  route: 'POST /ajax/people/:id/paper-devices/:device_id/remove',
  access: 'board-admin',
  params: z.strictObject({ id, device_id: id }),
});
