import type { PaperDevice } from '#contract/kept-papers.ts';
import { deviceLabel } from '#domain/devices.ts';
import type { PaperDeviceRow } from './queries.ts';

export const presentPaperDevice = (row: PaperDeviceRow): PaperDevice => ({
  id: row.id,
  name: deviceLabel(row.user_agent).name,
  papers: row.papers,
  byte_size: row.byte_size,
  contact_at: row.contact_at.toISOString(),
  removal_asked_at: row.removal_asked_at?.toISOString() ?? null,
});
