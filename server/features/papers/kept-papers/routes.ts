import * as endpoints from '#contract/kept-papers.ts';
import { deviceLabel } from '#domain/devices.ts';
import { withUserScope } from '#server/db/user-scope.ts';
import { notFound } from '#server/errors.ts';
import { auditRecord, auditRecordOf } from '#server/features/core/audit/commands.ts';
import { openedFile, presentFile } from '#server/features/papers/documents/openings/present.ts';
import { openedVersion, openedVersionOf } from '#server/features/papers/documents/openings/queries.ts';
import { defineDocument, seenDocument } from '#server/features/papers/documents/queries.ts';
import { implement, implementRead, type Route } from '#server/http/implement.ts';
import * as commands from './commands.ts';
import { expiryOf, isStorable, mayBeOnDevices, mayKeepPapers } from './policy.ts';
import { presentPaperDevice } from './present.ts';
import { deviceRule, devicesOfMember, listDevicesOfUser, memberOfBoard, ownPaperDevice } from './queries.ts';

export const keptPaperRoutes: readonly Route[] = [
  implement(endpoints.registerPaperDevice, ({ scope, request }) => commands.registerDevice(scope, request.userAgent)),

  implement(endpoints.syncKeptPapers, async ({ scope, context, params, body }) => ({
    ...(await commands.syncPapers(scope, context, { deviceId: params.id, body })),
    expires_at: expiryOf(scope.now).toISOString(),
  })),

  implement(endpoints.checkKeptPapers, ({ context, body }) => commands.checkPapers(context, body), {
    limit: { name: 'kept-papers-check', points: 3_000, seconds: 900, per: 'network' },
  }),

  implementRead(endpoints.keepPaper, {
    reads: (ports) => ({
      document: defineDocument(ports),
      version: openedVersion,
      device: ownPaperDevice,
      rule: deviceRule,
    }),
    paramsOf: ({ params, query, now }) => ({
      ...openedVersionOf({ id: params.id, versionId: params.version_id, as: 'reading', range: undefined, now }),
      device_id: query.device,
    }),
    async answer({ context, reader, params, found, record }) {
      const { device, rule, version } = found;
      const document = seenDocument(reader, found.document);
      const isAllowed = rule !== null && mayKeepPapers(rule.rule) && mayBeOnDevices(document);
      if (!isAllowed || device === null || params.version_id !== document.version_id) throw notFound();
      if (!isStorable(document, context.config.viewerEngine)) throw notFound();
      const file = openedFile({ document, as: 'reading', version });
      const detail = { version_id: file.versionId, device: deviceLabel(device.user_agent).name };
      const entry = { action: 'document.downloaded', subjectKind: 'document', subjectId: document.id, detail } as const;
      await record(auditRecord, auditRecordOf([entry]));
      return presentFile(context, file);
    },
  }),

  implement(endpoints.listPaperDevices, async ({ context, session }) => ({
    devices: (await listDevicesOfUser(context, session.userId)).map((row) => ({
      ...presentPaperDevice(row),
      board_title: row.board_title,
    })),
  })),

  implement(endpoints.removeKeptPapers, async ({ context, session, params }) => {
    await withUserScope(context, session.userId, (scope) => commands.askOwnRemoval(scope, params.id));
  }),

  implementRead(endpoints.listPaperDevicesOf, {
    reads: { member: memberOfBoard, devices: devicesOfMember },
    answer({ found: { member, devices } }) {
      if (member === null) throw notFound();
      return { devices: devices.map(presentPaperDevice) };
    },
  }),

  implement(endpoints.removeKeptPapersOf, async ({ scope, params }) => {
    await commands.askRemovalOf(scope, { memberId: params.id, deviceId: params.device_id });
  }),
];
